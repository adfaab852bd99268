// SPDX-License-Identifier: MIT
#include "advisor/limits/physical_limits.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/statistics.h"
#include "base/text.h"
#include "catalog/clock_limit.h"
#include "results/add_missing.h"
#include "results/cache_rate.h"

namespace wgf::advisor {
namespace {

using results::Metric;
using results::Result;

constexpr double percent = 100;
constexpr const char* math_modes[] = {"fp64", "fp32", "tf32", "fp16", "bf16",
                                      "fp8",  "int8", "int4", "fp4"};

const Metric* step_time_of(const Result& result) {
  const Metric* time = result.find("step_time");
  return time != nullptr ? time : result.find("latency");
}

// The measured rate, or the one that work and time imply.
std::optional<double> rate(const Result& result, const char* rate_tag, const char* work_tag,
                           double work_unit, double rate_unit) {
  if (const Metric* metric = result.find(rate_tag)) return metric->value * rate_unit;
  const Metric* work = result.find(work_tag);
  const Metric* time = step_time_of(result);
  if (work == nullptr || time == nullptr || time->value <= 0) return std::nullopt;
  return work->value * work_unit / (time->value / 1e3);
}

std::optional<double> flops_per_second(const Result& result) {
  return rate(result, "flops", "flops_per_step", giga, tera);
}

std::optional<double> bytes_per_second(const Result& result) {
  return rate(result, "bandwidth", "bytes_per_step", giga, giga);
}

void mark_invalid(Result& result, const char* key, double measured, double limit, double unit,
                  const std::string& mode) {
  result.status = results::Status::invalid;
  result.reason = Message{key,
                          {{"measured", format_number(measured / unit)},
                           {"limit", format_number(limit / unit)},
                           {"excess", format_number((measured / limit - 1) * percent, 3)},
                           {"mode", mode}}};
}

std::string math_mode_of(const Result& result) {
  if (result.math_mode && !result.math_mode->compute.empty())
    return results::compute_text(*result.math_mode);
  return result.measured_case.parameters.text("precision", "fp32");
}

// A convolution can be computed with fewer multiplications than its definition counts: Winograd's
// F(4x4, 3x3) takes a quarter (Lavin and Gray 2015, "Fast Algorithms for Convolutional Neural
// Networks").
double work_saved(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  const bool can_save = result.measured_case.benchmark == "conv" &&
                        parameters.integer("filter_height", 3) > 1 &&
                        parameters.integer("filter_width", 3) > 1;
  return can_save ? 4 : 1;
}

bool check_rate_of_flops(Result& result, const PeakRates& peaks, double measured,
                         const std::string& phase) {
  if (const auto peak = rate_of(peaks.dense_flops, result))
    add_missing_metric(result, phase + "mfu", measured / peak->value * percent);
  const auto limit = rate_of(peaks.flop_limits, result);
  if (limit && measured > limit->value * work_saved(result) * (1 + limit_tolerance))
    mark_invalid(result, "limits.flops_above_peak", measured, limit->value, tera,
                 math_mode_of(result));
  return limit.has_value();
}

// "prefill." and "decode." of a case of several phases, with what they have of ".flops".
std::vector<std::pair<std::string, double>> rates_of_phases(const Result& result,
                                                            std::string_view quantity) {
  std::vector<std::pair<std::string, double>> rates;
  for (const Metric& metric : result.metrics)
    if (metric.tag.ends_with(quantity))
      rates.emplace_back(metric.tag.substr(0, metric.tag.size() - quantity.size() + 1),
                         metric.value);
  return rates;
}

bool check_flops(Result& result, const PeakRates& peaks) {
  if (const auto measured = flops_per_second(result))
    return check_rate_of_flops(result, peaks, *measured, "");
  bool is_checked = false;
  for (const auto& [phase, measured] : rates_of_phases(result, ".flops"))
    is_checked |= check_rate_of_flops(result, peaks, measured * tera, phase);
  return is_checked;
}

// Hot arrays of one call that the caches of a GPU can hold (256 MB at most today): they may be read
// faster than memory gives them.
bool may_lie_in_cache(const Result& result) {
  constexpr double largest_gb = 0.5;
  const Metric* bytes = result.find("bytes_per_step");
  return result.measured_case.parameters.text("cache", "hot") != "cold" && bytes != nullptr &&
         bytes->value < largest_gb;
}

bool check_bandwidth(Result& result, const PeakRates& peaks) {
  const std::optional<double> measured = bytes_per_second(result);
  if (!peaks.memory_bandwidth || !measured) return false;
  const double limit = peaks.memory_bandwidth->value;
  const bool is_above = *measured > limit * (1 + limit_tolerance);
  if (is_above && may_lie_in_cache(result)) {
    add_missing_warning(result, {std::string(results::from_cache_key),
                                 {{"measured", format_number(*measured / giga)},
                                  {"limit", format_number(limit / giga)}}});
    return false;
  }
  add_missing_metric(result, "bandwidth_utilization", *measured / limit * percent);
  if (is_above) mark_invalid(result, "limits.bandwidth_above_peak", *measured, limit, giga, "");
  return true;
}

// Of phases that read more than a cache holds. The rate is that of all ranks together, as the peaks
// are.
bool check_bandwidth_of_phases(Result& result, const PeakRates& peaks) {
  constexpr double largest_cache_gb = 0.5;
  if (!peaks.memory_bandwidth) return false;
  const double limit = peaks.memory_bandwidth->value;
  bool is_checked = false;
  for (const auto& [phase, rate] : rates_of_phases(result, ".bandwidth")) {
    const Metric* bytes = result.find(phase + "bytes_per_step");
    if (bytes == nullptr || bytes->value < largest_cache_gb) continue;
    is_checked = true;
    const double measured = rate * giga;
    add_missing_metric(result, phase + "bandwidth_utilization", measured / limit * percent);
    if (measured > limit * (1 + limit_tolerance))
      mark_invalid(result, "limits.bandwidth_above_peak", measured, limit, giga, "");
  }
  return is_checked;
}

// Bytes of a small working set come from the cache; only some benchmarks mean memory.
bool means_memory(const results::Case& value) {
  if (value.benchmark == "bandwidth" || value.benchmark == "optimizer_step") return true;
  return value.benchmark == "norm_act" && value.parameters.text("cache") == "cold";
}

// The total over the count: what two clocks that watched the same steps must agree on, however the
// single readings scatter.
double mean_of(const Metric& metric) {
  return metric.samples.empty() ? metric.value : mean(metric.samples);
}

void warn_of_clocks(Result& result) {
  const Metric* device = step_time_of(result);
  const Metric* wall = result.find("wall_step_time");
  if (device == nullptr || wall == nullptr || device->value <= 0) return;
  const double difference = mean_of(*wall) / mean_of(*device) - 1;
  if (std::abs(difference) > clock_tolerance)
    add_missing_warning(result, {"warning.clocks_disagree",
                                 {{"percent", format_number(std::abs(difference) * percent, 3)},
                                  {"device_ms", format_number(mean_of(*device))},
                                  {"wall_ms", format_number(mean_of(*wall))}}});
}

void warn_of_throttling(Result& result) {
  std::set<std::string> reasons;
  std::size_t throttled = 0;
  for (const results::SensorReading& reading : result.sensors) {
    throttled += reading.throttle_reasons.empty() ? 0 : 1;
    reasons.insert(reading.throttle_reasons.begin(), reading.throttle_reasons.end());
  }
  if (throttled == 0) return;
  const double share =
      percent * static_cast<double>(throttled) / static_cast<double>(result.sensors.size());
  const std::vector<std::string> names(reasons.begin(), reasons.end());
  add_missing_warning(result,
                      {"warning.throttled",
                       {{"reasons", join(names, ", ")}, {"percent", format_number(share, 3)}}});
}

// Of the case, or of several phases the one that is known least well.
const Metric* relative_precision_of(const Result& result) {
  const Metric* worst = nullptr;
  for (const Metric& metric : result.metrics)
    if ((metric.tag == "relative_precision" || metric.tag.ends_with(".relative_precision")) &&
        (worst == nullptr || metric.value > worst->value))
      worst = &metric;
  return worst;
}

bool is_burst(const Result& result) {
  return std::any_of(result.metrics.begin(), result.metrics.end(), [](const Metric& metric) {
    const bool is_time =
        metric.tag == "step_time" || metric.tag == "latency" || metric.tag.ends_with(".step_time");
    return is_time && metric.state == results::ThermalState::burst;
  });
}

void warn_of_stopping(Result& result) {
  const Metric* time = step_time_of(result);
  if (result.stop_reason == results::StopReason::time_cap) {
    const Metric* precision = relative_precision_of(result);
    const double target = result.measured_case.stopping.precision_target * percent;
    const std::int64_t wanted = result.measured_case.stopping.min_samples;
    // Of a single step no precision is known.
    const bool is_imprecise = precision != nullptr && precision->value > target;
    const bool is_short =
        time != nullptr && static_cast<std::int64_t>(time->samples.size()) < wanted;
    if (!is_imprecise && is_short)
      add_missing_warning(result, {"warning.few_steps",
                                   {{"count", std::to_string(time->samples.size())},
                                    {"wanted", std::to_string(wanted)}}});
    else if (is_imprecise || time != nullptr)
      add_missing_warning(result,
                          {"warning.not_converged",
                           {{"reached", precision ? format_number(precision->value, 2) : "?"},
                            {"target", format_number(target, 2)}}});
  }
  // Who waited in vain is told that by the engine.
  const bool has_waited =
      std::any_of(result.warnings.begin(), result.warnings.end(),
                  [](const Message& warning) { return warning.key == "engine.not_settled"; });
  if (is_burst(result) && !has_waited) add_missing_warning(result, {"warning.burst", {}});
}

// Of the arithmetic that both know.
void add_rates(PeakRates::ByMathMode& sum, const PeakRates::ByMathMode& rates) {
  std::erase_if(sum, [&](const auto& one) { return !find_rate(rates, one.first); });
  for (auto& [mode, rate] : sum) rate += *find_rate(rates, mode);
}

}  // namespace

std::optional<FlopsPerSecond> find_rate(const PeakRates::ByMathMode& rates,
                                        std::string_view math_mode) {
  for (const auto& [name, value] : rates)
    if (name == math_mode) return value;
  return std::nullopt;
}

std::optional<FlopsPerSecond> rate_of(const PeakRates::ByMathMode& rates, const Result& result) {
  if (!result.math_mode || result.math_mode->shares.empty())
    return find_rate(rates, math_mode_of(result));
  double seconds = 0;  // of one operation
  for (const auto& [mode, share] : result.math_mode->shares) {
    const auto rate = find_rate(rates, mode);
    if (!rate) return std::nullopt;
    seconds += share / rate->value;
  }
  return FlopsPerSecond(1 / seconds);
}

PeakRates card_peaks(const catalog::Gpu& gpu, std::optional<double> highest_clock_mhz) {
  PeakRates peaks;
  const double highest_known = catalog::rated_clock_mhz(gpu);
  double above = 1;
  if (highest_known > 0 && highest_clock_mhz)
    above = std::max(1.0, *highest_clock_mhz / highest_known);
  for (const char* mode : math_modes) {
    if (const auto peak = catalog::dense_peak(gpu, mode))
      peaks.dense_flops.emplace_back(mode, *peak);
    if (const auto limit = catalog::clock_bound_peak(gpu, mode))
      peaks.flop_limits.emplace_back(mode, *limit * above);
  }
  if (gpu.memory_bandwidth.value > 0) peaks.memory_bandwidth = gpu.memory_bandwidth;
  return peaks;
}

PeakRates sum_of(std::span<const PeakRates> devices) {
  if (devices.empty()) return {};
  PeakRates sum = devices.front();
  for (const PeakRates& device : devices.subspan(1)) {
    add_rates(sum.dense_flops, device.dense_flops);
    add_rates(sum.flop_limits, device.flop_limits);
    if (sum.memory_bandwidth && device.memory_bandwidth)
      *sum.memory_bandwidth += *device.memory_bandwidth;
    else
      sum.memory_bandwidth.reset();
  }
  return sum;
}

bool apply_physical_limits(Result& result, const PeakRates& peaks) {
  if (result.status != results::Status::ok) return false;
  const bool has_flops = check_flops(result, peaks);
  const bool has_bytes = means_memory(result.measured_case)
                             ? check_bandwidth(result, peaks)
                             : check_bandwidth_of_phases(result, peaks);
  return has_flops || has_bytes;
}

void add_quality_warnings(Result& result) {
  if (result.status != results::Status::ok) return;
  warn_of_throttling(result);
  warn_of_clocks(result);
  warn_of_stopping(result);
}

}  // namespace wgf::advisor
