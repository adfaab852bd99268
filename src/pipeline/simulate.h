// SPDX-License-Identifier: MIT
#pragma once
// When each action of a schedule runs, were every rank to begin it as soon as what it needs is
// there.

#include <vector>

#include "base/units.h"
#include "pipeline/schedule.h"

namespace wgf::pipeline {

// Of one micro-batch through a chunk; from one chunk's rank to the next one's.
struct Times {
  std::vector<Seconds> forward, backward;  // by chunk
  Seconds transfer;
};
Times even_times(const Schedule& schedule, Seconds forward, Seconds backward,
                 Seconds transfer = Seconds());

struct Span {
  Action action;
  Seconds begin, end;
};

struct Simulation {
  std::vector<std::vector<Span>> of_rank;
  Seconds end;
  std::vector<int> most_in_flight;  // micro-batches' chunks whose activations a rank keeps
  // Of all ranks' time, what they wait: 0 to 1.
  double bubble() const;
};

// Throws std::logic_error where ranks wait for each other for ever.
Simulation simulate(const Schedule& schedule, const Times& times);

}  // namespace wgf::pipeline
