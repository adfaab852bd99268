// SPDX-License-Identifier: MIT
#pragma once
// The measuring loop: steps until the stopping rule is content.

#include <c10/core/Device.h>

#include "engine/measure/device_timer.h"
#include "engine/measure/step_work.h"
#include "results/result.h"

namespace wgf::engine {

enum class Pacing {
  back_to_back,   // the next step is queued while the last one runs: throughput
  one_at_a_time,  // the host waits for each step before it starts the next: latency, from the first
                  // launch to the finished result, as one who waits for an answer sees it
};

struct Measurement {
  StepTimes times;
  results::StopReason stop_reason = results::StopReason::none;
  bool was_interrupted = false;
};

Measurement measure_steps(StepWork& work, c10::Device device, const results::StoppingRule& rule,
                          Pacing pacing, const MeasureHooks& hooks);

}  // namespace wgf::engine
