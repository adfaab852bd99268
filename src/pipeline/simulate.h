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
  std::vector<Seconds> forward, backward;  // by chunk; backward as a whole
  std::vector<Seconds> weights;            // what of `backward` the gradients of weights take
  Seconds transfer;

  Seconds of(const Action& action, bool splits_backward) const;
};
Times even_times(const Schedule& schedule, Seconds forward, Seconds backward,
                 Seconds transfer = Seconds());
// weights: nothing: half of `backward`.
Times even_times(const Schedule& schedule, Seconds forward, Seconds backward, Seconds weights,
                 Seconds transfer);

struct Span {
  Action action;
  Seconds begin, end;
};

struct Simulation {
  std::vector<std::vector<Span>> of_rank;
  Seconds end;
  // Micro-batches' chunks whose activations a rank keeps, until the last step that needs them.
  std::vector<int> most_in_flight;

  Seconds busy(std::size_t rank) const;
  // Of all ranks' time, what they wait: 0 to 1.
  double bubble() const;
};

// Throws std::logic_error where ranks wait for each other for ever.
Simulation simulate(const Schedule& schedule, const Times& times);

}  // namespace wgf::pipeline
