// SPDX-License-Identifier: MIT
#pragma once
// Pools of engines as rows of disaggregated services write them.

#include <optional>
#include <string_view>

#include "advisor/serving/serving_case.h"

namespace wgf::truth {

// The number behind a word: ("aggregated; ep 8", "ep ") is 8.
std::optional<int> number_behind(std::string_view text, std::string_view word);

// "prefill 1x(tp1 adp4 moe_tp1 ep4 bs1); decode 4x(tp8 adp1 moe_tp1 ep8 bs6)".
struct PoolWords {
  advisor::ServingLayout layout;
  int engines = 1;
  int most_requests = 0;  // of each attention group; 0: not stated
};
std::optional<PoolWords> pool_of(std::string_view notes, std::string_view word);

}  // namespace wgf::truth
