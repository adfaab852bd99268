// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "catalog/gpu.h"

namespace wgf::answers {

// From which bitsandbytes on QLoRA runs on the card, where only newer ones do; null: any.
nlohmann::ordered_json release_json(const catalog::Gpu& gpu);

}  // namespace wgf::answers
