// SPDX-License-Identifier: MIT
#include "results/metric_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/percentiles.h"

namespace wgf::results {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN or infinity: an unusable number is null.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double number_or_nan(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

std::vector<double> numbers_from(const Json& json, const char* name) {
  std::vector<double> values;
  if (const auto found = json.find(name); found != json.end())
    for (const Json& value : *found) values.push_back(number_or_nan(value));
  return values;
}

std::string_view to_text(ThermalState state) {
  return state == ThermalState::burst       ? "burst"
         : state == ThermalState::sustained ? "sustained"
                                            : "unspecified";
}

Interval interval_from_json(const Json& json, const std::string& metric) {
  if (!json.is_array() || json.size() != 2)
    throw Error({"results.bad_interval", {{"metric", metric}}});
  // JSON has no infinity: an interval without an upper end has null there.
  const bool is_endless = json[1].is_null() && !json[0].is_null();
  return {number_or_nan(json[0]),
          is_endless ? std::numeric_limits<double>::infinity() : number_or_nan(json[1])};
}

}  // namespace

Json to_json(const Metric& metric) {
  Json json{
      {"tag", metric.tag}, {"unit", metric_info(metric.tag).unit}, {"value", number(metric.value)}};
  if (metric.interval)
    json["interval"] = Json::array({number(metric.interval->low), number(metric.interval->high)});
  if (metric.state != ThermalState::unspecified) json["state"] = to_text(metric.state);
  if (metric.samples.empty()) return json;
  const Summary summary = summarize(metric.samples, {.resamples = 1});
  json["count"] = summary.count;
  json["min"] = number(summary.min);
  json["max"] = number(summary.max);
  json["mean"] = number(summary.mean);
  json["standard_deviation"] = number(summary.standard_deviation);
  json["p50"] = number(summary.median);
  json["p95"] = number(summary.p95);
  json["p99"] = number(told_p99(summary.count, summary.p99));
  json["samples"] = metric.samples;
  return json;
}

Json to_json(const Series& series) {
  return {
      {"name", series.name}, {"unit", series_info(series.name).unit}, {"values", series.values}};
}

Metric metric_from_json(const Json& json) {
  Metric metric;
  metric.tag = single_metric(json.at("tag").get<std::string>(), 0).tag;
  metric.value = number_or_nan(json.at("value"));
  if (const auto interval = json.find("interval"); interval != json.end())
    metric.interval = interval_from_json(*interval, metric.tag);
  metric.samples = numbers_from(json, "samples");
  const std::string state = json.value("state", "unspecified");
  metric.state = state == "burst"       ? ThermalState::burst
                 : state == "sustained" ? ThermalState::sustained
                                        : ThermalState::unspecified;
  return metric;
}

std::vector<Series> series_of_result(const Json& json) {
  std::vector<Series> all;
  if (const auto found = json.find("series"); found != json.end()) {
    for (const Json& one : *found)
      all.push_back({std::string(series_info(one.at("name").get<std::string>()).name),
                     numbers_from(one, "values")});
  } else if (std::vector<double> starts = numbers_from(json, "step_start_s"); !starts.empty()) {
    all.push_back({"step_start", std::move(starts)});
  }
  return all;
}

}  // namespace wgf::results
