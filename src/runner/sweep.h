// SPDX-License-Identifier: MIT
#pragma once
// Numbers of a sweep as people type them: "1,8,32", "1-64*2" (doubling), "512-4096+512" (steps).

#include <cstdint>
#include <string_view>
#include <vector>

namespace wgf::runner {

// In the order typed, without repeats. Throws Error(runner.bad_sweep or
// runner.sweep_value_too_small, usage) naming the option ("-b") and the part that is wrong.
std::vector<std::int64_t> parse_sweep(std::string_view option, std::string_view text,
                                      std::int64_t minimum = 1);

}  // namespace wgf::runner
