// SPDX-License-Identifier: MIT
#pragma once
// Values of options as people type them. Each throws Error(usage) with option, value and what would
// be right.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/between.h"
#include "base/units.h"

namespace wgf {

std::vector<std::string> parse_list(std::string_view option, std::string_view value);
// Of names that are all lower case: "FP32" is "fp32".
std::vector<std::string> parse_choices(std::string_view option, std::string_view value);
std::int64_t parse_count(std::string_view option, std::string_view value, std::int64_t minimum);
// "512", or each from "256" to "768" by "256-768"
Between<std::int64_t> parse_count_range(std::string_view option, std::string_view value,
                                        std::int64_t minimum);
// So many a second: "0.5"; more than zero
double parse_rate(std::string_view option, std::string_view value);
// Below that nothing can be waited for or measured.
inline constexpr Seconds least_time{1e-3};
// "90", "90s", "10m", "1.5h"; least_time or more
Seconds parse_time(std::string_view option, std::string_view value);
// "0.005" or "0.5%"; more than zero, below one
double parse_share(std::string_view option, std::string_view value);
// "1G" is 10^9 bytes, "1GiB" 2^30; at least one byte
Bytes parse_bytes(std::string_view option, std::string_view value);

// Of --task, in lower case: the words that any command has for training and for serving as this
// command has them; others as they are.
std::string parse_task_word(std::string_view typed, std::string_view training,
                            std::string_view serving);

// Of a product of an m x k with a k x n matrix.
struct ProductShape {
  std::int64_t m = 0, n = 0, k = 0;
};
// Sides of square products as a sweep ("512", "1024-8192*2") and shapes "MxNxK", in any mixture.
std::vector<ProductShape> parse_shapes(std::string_view option, std::string_view value);

}  // namespace wgf
