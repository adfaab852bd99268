// SPDX-License-Identifier: MIT
#pragma once
// The one table of everything that is measured: tag, unit, which way is better. Printers, files,
// the database and charts read it; adding a metric is one line in metrics.cpp and one in each
// language (message key "metric.<tag>").

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.h"

namespace wgf::results {

enum class Better { lower, higher, neither };

struct MetricInfo {
  std::string_view tag;   // as in results.json
  std::string_view unit;  // as printed: "ms", "samples/s", "GiB"
  Better better = Better::neither;
};

std::span<const MetricInfo> all_metrics();
// A quantity of one phase of a case has the phase before its tag: "prefill.step_time" is found as
// "step_time". Throws Error(results.unknown_metric) for a tag that is not in the table.
const MetricInfo& metric_info(std::string_view tag);

// How the machine was warmed: after short warm-up only, or with clock and temperature settled.
enum class ThermalState { unspecified, burst, sustained };

// One measured or computed quantity, in the unit of its tag. value is the median where there are
// samples.
struct Metric {
  std::string tag;
  double value = 0;
  std::optional<Interval> interval;  // 95 % interval of the value
  std::vector<double> samples;       // in the order taken; empty for single readings
  ThermalState state = ThermalState::unspecified;

  bool operator==(const Metric&) const = default;
};

// Median and its block-bootstrap interval from the samples, which are kept.
Metric metric_from_samples(std::string_view tag, std::vector<double> samples,
                           ThermalState state = ThermalState::unspecified);
Metric single_metric(std::string_view tag, double value);
// work ÷ time: the value and interval of a rate from a metric of times in ms (ends of the interval
// swap).
Metric rate_metric(std::string_view tag, double work_per_step, const Metric& milliseconds);

}  // namespace wgf::results
