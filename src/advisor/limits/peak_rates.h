// SPDX-License-Identifier: MIT
#pragma once
// What a device cannot exceed.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/units.h"

namespace wgf::advisor {

// Rates of the device. Unknown: no check, no utilisation.
struct PeakRates {
  using ByMathMode = std::vector<std::pair<std::string, FlopsPerSecond>>;  // fp32, tf32, bf16, …

  ByMathMode dense_flops;  // as the maker states them: what MFU is a share of
  ByMathMode flop_limits;  // at the highest clock: what cannot be exceeded
  std::optional<BytesPerSecond> memory_bandwidth;
};

std::optional<FlopsPerSecond> find_rate(const PeakRates::ByMathMode& rates,
                                        std::string_view math_mode);

}  // namespace wgf::advisor
