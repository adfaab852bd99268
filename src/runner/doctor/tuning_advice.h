// SPDX-License-Identifier: MIT
#pragma once
// What the options of this program could still do for a measured case, as they are typed. What the
// case uses already is never advised.

#include <string>

#include "results/result.h"

namespace wgf::runner {

// Each in the order to try them, "-p bf16, -b 64, --launch graph"; empty: nothing is left to try.
std::string options_for_speed(const results::Result& result);
std::string options_for_launch(const results::Result& result);  // fewer, longer launches
std::string options_for_memory(const results::Result& result);

// The advice of the key with its {steps}; without any that of the key "…_alone".
Message advice_with_steps(const std::string& key, const std::string& steps);

}  // namespace wgf::runner
