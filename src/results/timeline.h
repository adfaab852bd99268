// SPDX-License-Identifier: MIT
#pragma once
// One step of a decoder as a profiler saw it, launch by launch. Recording slows it down: its times
// are for comparing parts with each other.

#include <cstdint>
#include <string>
#include <vector>

namespace wgf::results {

struct Timeline {
  struct Launch {
    std::string name;         // of the kernel; on a CPU of LibTorch's operation
    std::string part;         // of the decoder: "gate_up"; empty: of none
    std::int64_t layer = -1;  // -1: of none
    double start_us = 0;      // since the first launch began
    double duration_us = 0;
    double bytes = 0, flops = 0;  // by the definition of its part; 0: another launch has them

    bool operator==(const Launch&) const = default;
  };

  std::string phase;     // "prefill", "decode"
  double period_us = 0;  // until the next step began, or the last launch ended where none followed
  std::vector<Launch> launches;  // in the order they began

  bool operator==(const Timeline&) const = default;
};

}  // namespace wgf::results
