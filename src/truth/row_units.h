// SPDX-License-Identifier: MIT
#pragma once
// The units that rows of measurements state beside their values, in many spellings. An empty cell
// states nothing; a cell that is not understood as a whole is no unit: the row is to be listed.

#include <optional>
#include <string_view>

namespace wgf::truth {

enum class TimeOf { unstated, step, token, request };

struct TimeUnit {
  double seconds = 1;  // of one unit; those of seconds where the cell is empty
  TimeOf of = TimeOf::unstated;
};

// "ms", "MS", "msec", "milliseconds", "us", "minutes"; "ms/iter", "s per step" (of a step),
// "ms/token", "s/request". Nothing where other words stand there ("ms/layer", "s per 100 steps").
std::optional<TimeUnit> time_unit_of(std::string_view unit);

enum class Counted { unstated, tokens, sequences, requests, steps, flops };
enum class RateScope { unstated, per_gpu, all_gpus, per_user };

struct RateUnit {
  double scale = 1;  // of what is counted, a second: 1,000 of "k tokens/s"
  Counted counted = Counted::unstated;
  RateScope scope = RateScope::unstated;
  bool is_input = false, is_output = false;  // tokens of the prompt, of the answer alone
  bool is_total = false;  // "total tokens/s": all GPUs, or prompt and answer together
};

// "tokens/s", "tok/s/gpu", "k tokens/s", "tokens per second per GPU", "output tokens/s (all GPUs)",
// "sequences/s/GPU", "M tokens/day", "PFLOP/s", "TFLOPS/GPU". Nothing where other words stand there
// ("tokens/s/node") or no rate does ("tokens", "ms").
std::optional<RateUnit> rate_unit_of(std::string_view unit);

// Of one unit of a share: 0.01 of "%", "percent", "% of peak"; 1 of "fraction", "ratio". Nothing
// for an empty cell and for others.
std::optional<double> share_unit_of(std::string_view unit);

}  // namespace wgf::truth
