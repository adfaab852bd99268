// SPDX-License-Identifier: MIT
#pragma once
// What the columns metric and unit of a published row of serving say together.

#include <optional>
#include <string>
#include <string_view>

namespace wgf::truth {

enum class ServingMetric {
  ttft,         // seconds
  tpot,         // seconds
  throughput,   // output tokens/s of all GPUs
  prompt_rate,  // tokens/s of one prompt, nothing else running
  token_rate,   // tokens/s of one user alone
};
std::string_view to_text(ServingMetric metric);

// By the words of the column "metric": "mean_itl", "TPOT (ms)", "time between tokens" are the time
// per token, "tg128" and "eval rate" the rate of one user. Nothing for percentiles, limits and
// names that leave open what was measured ("throughput").
std::optional<ServingMetric> serving_metric_of(std::string_view column);

struct MeasuredMetric {
  ServingMetric metric = ServingMetric::tpot;
  double scale = 1;         // seconds, or tokens or requests a second, of one unit of the value
  bool is_inverse = false;  // a user's rate in place of the time per token
  bool is_per_gpu = false;
  bool is_per_user = false;
  bool counts_requests = false;
  std::optional<int> tokens;  // 128 of "tg128" and "pp128"
};

struct MetricCells {
  std::string metric, unit;
  bool is_for_one_user = false;              // the program
  bool has_input = true, has_output = true;  // tokens, by the lengths
};
// With the unit's help: "throughput" of "output tokens/s", "tokens/s" of one user's program where
// only the answer or only the prompt has tokens. Throws Unreadable.
MeasuredMetric measured_metric(const MetricCells& cells);

}  // namespace wgf::truth
