// SPDX-License-Identifier: MIT
#pragma once
// The sample run as --repeat measures it: each of its cases once in every engine process.

#include <vector>

#include "report/sample_run.h"

namespace wgf::report {

// A process for each time of the good case; its five samples lie within a tenth of it, and it took
// sensor readings.
inline results::Run repeated_run(const std::vector<double>& times_ms) {
  results::Run run = sample_run();
  const std::vector<results::Result> once = run.results;
  run.results.clear();
  for (std::size_t i = 0; i < times_ms.size(); ++i)
    for (results::Result result : once) {
      result.process = static_cast<int>(i);
      if (result.status == results::Status::ok) {
        const double time = times_ms[i];
        result.metrics[0] = {.tag = "step_time",
                             .value = time,
                             .interval = Interval{time * 0.99, time * 1.01},
                             .samples = {time * 0.9, time, time, time, time * 1.1}};
        result.metrics[1] = {.tag = "throughput",
                             .value = 32e3 / time,
                             .interval = Interval{31e3 / time, 33e3 / time}};
        result.sensors = {{.time_s = 0, .sm_clock_mhz = 1980}, {.time_s = 1, .sm_clock_mhz = 1965}};
      }
      run.results.push_back(result);
    }
  return run;
}

}  // namespace wgf::report
