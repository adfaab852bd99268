// SPDX-License-Identifier: MIT
#pragma once
// What the options of this program could still do for a measured case, as they are typed. What the
// case uses already is never advised.

#include <string>

#include "catalog/catalog.h"
#include "results/result.h"

namespace wgf::runner {

// Each in the order to try them, "-p bf16, -b 64, --launch graph"; empty: nothing is left to try.
// gpu: the card's record, which says what it computes fast; nullptr: a CPU, or not in the
// catalogue.
std::string options_for_speed(const results::Result& result, const catalog::Gpu* gpu);
std::string options_for_launch(const results::Result& result);  // fewer, longer launches
std::string options_for_memory(const results::Result& result, const catalog::Gpu* gpu);

// The advice of the key with its {steps}; without any that of the key "…_alone".
Message advice_with_steps(const std::string& key, const std::string& steps);

}  // namespace wgf::runner
