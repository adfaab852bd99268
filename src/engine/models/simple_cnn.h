// SPDX-License-Identifier: MIT
#pragma once
// The small network of the predecessor's quick test.

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> simple_cnn_models();

}  // namespace wgf::engine
