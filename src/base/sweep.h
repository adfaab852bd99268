// SPDX-License-Identifier: MIT
#pragma once
// Numbers of a sweep as people type them: "1,8,32", "1-64*2" (doubling), "512-4096+512" (steps).

#include <cstdint>
#include <string_view>
#include <vector>

namespace wgf {

// All digits and yet more than any number can hold: throws Error(runner.value_too_large, usage).
void check_not_too_large(std::string_view option, std::string_view number);

// In the order typed, without repeats. Throws Error(runner.bad_sweep, runner.value_too_small or
// runner.value_too_large, usage) naming the option ("-b") and the part that is wrong.
std::vector<std::int64_t> parse_sweep(std::string_view option, std::string_view text,
                                      std::int64_t minimum = 1);

}  // namespace wgf
