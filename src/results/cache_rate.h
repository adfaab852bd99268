// SPDX-License-Identifier: MIT
#pragma once
// A bandwidth that is a cache's: faster than the device's memory, and of arrays small enough for
// one. The result says so by a warning of this key.

#include <algorithm>
#include <string_view>

#include "results/result.h"

namespace wgf::results {

inline constexpr std::string_view from_cache_key = "warning.from_cache";

inline bool comes_from_cache(const Result& result) {
  return std::any_of(result.warnings.begin(), result.warnings.end(),
                     [](const Message& warning) { return warning.key == from_cache_key; });
}

}  // namespace wgf::results
