// SPDX-License-Identifier: MIT
#pragma once
// What a profiler saw of some steps, summed by name. Its times are for comparing parts with each
// other: recording slows the host down, so that none of them is a measurement of speed.

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace wgf::results {

struct Profile {
  struct Operation {
    std::string name;  // "aten::convolution"
    std::int64_t calls = 0;
    double cpu_ms = 0;  // of the host, without the operations it called
    double gpu_ms = 0;  // of what it launched itself
    Bytes allocated;    // asked for by itself; what it gave back is not subtracted

    bool operator==(const Operation&) const = default;
  };
  struct Kernel {
    std::string name;
    std::int64_t calls = 0;
    double gpu_ms = 0;

    bool operator==(const Kernel&) const = default;
  };

  std::int64_t steps = 0;             // over which all is summed
  std::vector<Operation> operations;  // most time of the host first
  std::vector<Kernel> kernels;        // most time first; the fifty longest; empty on a CPU

  bool operator==(const Profile&) const = default;
};

}  // namespace wgf::results
