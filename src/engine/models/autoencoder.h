// SPDX-License-Identifier: MIT
#pragma once
// Two convolutional autoencoders of images, plain and variational. docs/models.md defines them.

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> autoencoder_models();

}  // namespace wgf::engine
