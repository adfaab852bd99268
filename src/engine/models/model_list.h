// SPDX-License-Identifier: MIT
#pragma once
// The visible list of networks. Each family has a file that gives its entries (resnet.h, bert.h,
// …).

#include <string_view>
#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

const std::vector<ModelEntry>& all_models();
// Null where no model has that name.
const ModelEntry* find_model(std::string_view name);

}  // namespace wgf::engine
