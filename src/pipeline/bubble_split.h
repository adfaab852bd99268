// SPDX-License-Identifier: MIT
#pragma once
// Why the ranks of a pipeline wait: the step is replayed with ever more of what was measured, and
// each cause is what its replay takes longer than the one before. docs/method/pipelines.md.

#include <vector>

#include "base/units.h"
#include "pipeline/simulate.h"

namespace wgf::pipeline {

// Of one step of a rank; all but `busy` add up to what it waits.
struct BubbleSplit {
  Seconds busy;
  Seconds schedule;       // stages alike, links without time
  Seconds imbalance;      // stages as they are
  Seconds communication;  // links as they are, as far as nothing hides them
  Seconds jitter;         // the rest: passes that took longer than usual, the host, the optimizer

  Seconds idle() const { return schedule + imbalance + communication + jitter; }
};

// By rank. times: of passes as measured; step: from the first action to the last of all ranks.
std::vector<BubbleSplit> split_bubble(const Schedule& schedule, const Times& times, Seconds step);

}  // namespace wgf::pipeline
