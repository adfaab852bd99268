// SPDX-License-Identifier: MIT
#pragma once
// A language model of two LSTM layers. docs/models.md defines it.

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> lstm_models();

}  // namespace wgf::engine
