// SPDX-License-Identifier: MIT
#pragma once
// The roofline model (Williams, Waterman and Patterson 2009, "Roofline: An Insightful Visual
// Performance Model"): work of I FLOP a byte can run no faster than the smaller of the peak rate
// and I x memory bandwidth. Pure arithmetic on a run's results.

#include <optional>
#include <string>
#include <vector>

#include "base/message.h"
#include "base/units.h"
#include "catalog/gpu.h"
#include "results/result.h"

namespace wgf::report {

// One roof: the highest rate of an arithmetic.
struct Ceiling {
  std::string math_mode;  // "bf16"
  FlopsPerSecond rate;
  bool is_measured = false;  // by a matrix product of the run; else the datasheet's dense peak
};

struct RooflinePoint {
  const results::Result* result = nullptr;
  double intensity = 0;  // FLOP a byte
  FlopsPerSecond rate;
  FlopsPerSecond attainable;  // the roof over it
  bool is_memory_bound = false;
  // Bytes counted operator by operator (networks); else by the definition of the work (kernels).
  bool counts_operators = false;

  // Above 1 where caches keep what operators hand to each other.
  double share() const { return rate.value / attainable.value; }
};

// A result that stands under no roof, and why.
struct Unplaced {
  const results::Result* result = nullptr;
  Message reason;
};

struct Roofline {
  BytesPerSecond bandwidth;  // 0: unknown, and there are no points
  bool bandwidth_is_measured = false;
  std::vector<Ceiling> ceilings;  // lowest first
  std::vector<RooflinePoint> points;
  std::vector<Unplaced> left_out;  // but for copies, which are the slope

  // FLOP a byte where the slope meets that roof.
  double ridge(const Ceiling& ceiling) const { return ceiling.rate.value / bandwidth.value; }
};

// Of the results that tell work, bytes and time; the others are left_out. card: the run's GPU where
// it is in the catalogue, for ceilings that were not measured; may be null.
Roofline roofline_of(const results::Run& run, const catalog::Gpu* card);

}  // namespace wgf::report
