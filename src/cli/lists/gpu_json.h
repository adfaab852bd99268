// SPDX-License-Identifier: MIT
#pragma once
// A card of the catalogue as JSON, with what it costs to rent today.

#include <nlohmann/json_fwd.hpp>

#include "catalog/gpu.h"
#include "cli/words/gpu_market.h"

namespace wgf::cli {

nlohmann::ordered_json gpu_json(const catalog::Gpu& gpu, const GpuMarket& market);

}  // namespace wgf::cli
