// SPDX-License-Identifier: MIT
#pragma once
// Runs steps before measuring: until their time is stationary, then, for sustained numbers, until
// the device's clock and temperature are too.

#include <c10/core/Device.h>

#include <cstdint>
#include <span>

#include "base/units.h"
#include "engine/measure/step_work.h"
#include "engine/measure/telemetry.h"
#include "results/case.h"

namespace wgf::engine {

struct Warmup {
  std::int64_t steps = 0;
  Seconds time;
  bool is_settled = false;  // the thermal stage ran and ended before its cap
};

// telemetry may be null: then only step times tell.
Warmup warm_up(StepWork& work, c10::Device device, const results::StoppingRule& rule,
               Telemetry* telemetry, const MeasureHooks& hooks);

// Whether the medians of the two last windows of so many steps agree within 2 %.
bool is_stationary(std::span<const double> step_ms, std::size_t window);

// Least-squares slope of y over x; 0 where x does not vary.
double slope(std::span<const double> x, std::span<const double> y);

}  // namespace wgf::engine
