// SPDX-License-Identifier: MIT
#pragma once
// What the columns metric and unit of a published training say together.

#include <optional>
#include <string_view>

#include "truth/row_units.h"

namespace wgf::truth {

// "iteration_time", "step_time_ms", "sec/step", "elapsed time per iteration (ms)"; of others
// ("speed") where the unit says it: "s/it". Seconds of one unit of the value; nothing where it is
// no step's time. Throws Unreadable where metric and unit contradict each other, are not
// understood, or leave open the unit of a value that is no number of seconds.
std::optional<double> step_seconds_of(std::string_view metric, std::string_view unit, double value);

// "mfu", "MFU (%)", "model_flops_utilization": of the 16-bit peak.
bool is_utilisation(std::string_view metric);

// What a rate counts, and of whom: the names of this table's metrics, or others that say it in
// full or with the unit's help: "tokens/sec/GPU", "TGS", "model TFLOP / sec / GPU", "steps/s",
// "throughput" of "samples/s". One GPU leaves nothing open; of several "TPS" and "TFLOPs" do, whose
// they are. Nothing for others; throws Unreadable where metric and unit contradict each other.
struct TrainingRate {
  double scale = 1;
  Counted counted = Counted::tokens;
  bool is_per_gpu = false;
};
std::optional<TrainingRate> training_rate_of(std::string_view metric, std::string_view unit,
                                             int gpus);

}  // namespace wgf::truth
