// SPDX-License-Identifier: MIT
#pragma once
// What defaults become on a CPU, so that a command answers there in about a minute, however few
// its cores: decisions on data, from what a probe found a sample to take. What was typed stays.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/units.h"
#include "results/case.h"

namespace wgf::runner {

// What the cases that defaults chose take together, about: a machine that others slow down half as
// much again still ends within a minute and a half.
inline constexpr Seconds default_time{50};

// Of one case: until its first step, and each sample of a step.
struct CaseCost {
  Seconds start, sample;
};

// What each case of a plan does.
struct Work {
  std::int64_t batch = 1;
  std::int64_t steps = 1;  // measured: exactly, or at least
  Seconds time;            // measured at least; 0: steps alone count

  bool operator==(const Work&) const = default;
};

// What of it defaults chose, and so may be less.
struct OpenWork {
  bool batch = false, steps = false, time = false;
  std::int64_t other_steps = 0;  // of a case: counted, warmed up, recorded
  std::string steps_option;      // "--batches"
};

Work planned_work(const results::Case& value);
void set_work(results::Case& value, const Work& work);

Seconds time_of(const Work& work, std::int64_t other_steps, std::span<const CaseCost> cases);

// The usual work where the cases end within default_time, else as much as does: the batch is
// halved down to 8, then steps down to 10 and seconds down to 2, then the batch down to 1 and
// steps down to 5.
Work fitting_work(const Work& usual, const OpenWork& open, std::span<const CaseCost> cases);

// "--batch-size 64 -> 8", one for each difference.
std::vector<std::string> changes_of(const Work& usual, const Work& lowered, const OpenWork& open);

// Most time of each of so many cases that are measured until they are precise; at most the usual.
Seconds time_cap(std::size_t cases, Seconds usual);

}  // namespace wgf::runner
