// SPDX-License-Identifier: MIT
#pragma once
// What the papers say ranks of a schedule wait, with stages alike and links that take no time.
// docs/method/pipelines.md.

#include "base/units.h"
#include "pipeline/schedule.h"

namespace wgf::pipeline {

// Of one micro-batch through all chunks of a rank.
struct StageTime {
  Seconds forward, backward;  // the latter as a whole
  Seconds weights;            // what of it the gradients of weights take
};

// In one step of a rank. Of zb-v for forward, input's and weights' gradient that take equally long.
Seconds ideal_bubble(const Schedule& schedule, Kind kind, const StageTime& time);

// Of the step: 0 to 1.
double ideal_bubble_share(const Schedule& schedule, Kind kind, const StageTime& time);

}  // namespace wgf::pipeline
