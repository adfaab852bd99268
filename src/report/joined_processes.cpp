// SPDX-License-Identifier: MIT
#include "report/joined_processes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "base/distributions.h"

namespace wgf::report {
namespace {

using results::Metric;
using results::Result;
using results::Run;
using results::Status;
using ResultPointers = std::vector<const Result*>;

// Results of one case on one device, in the order the cases were first measured.
std::vector<ResultPointers> by_case(const Run& run) {
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::vector<ResultPointers> cases;
  for (const Result& result : run.results) {
    const auto [place, is_new] =
        places.try_emplace({result.measured_case.key(), result.measured_case.device}, cases.size());
    if (is_new) cases.emplace_back();
    cases[place->second].push_back(&result);
  }
  return cases;
}

std::vector<double> values_of(const ResultPointers& results, const std::string& tag) {
  std::vector<double> values;
  for (const Result* result : results)
    if (const Metric* metric = result->find(tag)) values.push_back(metric->value);
  return values;
}

bool are_positive(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value) && value > 0; });
}

bool are_equal(const std::vector<double>& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

std::vector<double> logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

double joined_value(const std::string& tag, const std::vector<double>& values) {
  if (results::metric_info(tag).unit == "GiB")
    return *std::max_element(values.begin(), values.end());
  if (tag == "measured_steps" || tag == "measured_time")
    return mean(values) * static_cast<double>(values.size());
  if (are_equal(values)) return values.front();  // to the last digit
  return are_positive(values) ? std::exp(mean(logarithms(values))) : mean(values);
}

// The process is the unit: samples inside one resemble each other more than those of two.
std::optional<Interval> joined_interval(const std::vector<double>& values) {
  constexpr double tail = 0.05;
  // Equal to the last digit is a number that was set or counted, no sample of a spread.
  if (values.size() < 2 || !are_positive(values) || are_equal(values)) return std::nullopt;
  const std::vector<double> logs = logarithms(values);
  const auto count = static_cast<double>(logs.size());
  const double half =
      student_t_critical(tail, count - 1) * standard_deviation(logs) / std::sqrt(count);
  return Interval{std::exp(mean(logs) - half), std::exp(mean(logs) + half)};
}

Metric joined_metric(const ResultPointers& results, const Metric& first) {
  const std::vector<double> values = values_of(results, first.tag);
  Metric joined{.tag = first.tag, .value = joined_value(first.tag, values), .state = first.state};
  joined.interval = values.size() > 1 && first.interval ? joined_interval(values) : first.interval;
  for (const Result* result : results) {
    const Metric* metric = result->find(first.tag);
    if (metric == nullptr) continue;
    joined.samples.insert(joined.samples.end(), metric->samples.begin(), metric->samples.end());
    if (metric->state == results::ThermalState::burst) joined.state = metric->state;
  }
  return joined;
}

// Sensors and conditions are those of the first process. Series and ranks are of one process.
Result join_results(const ResultPointers& results) {
  Result joined = *results.front();
  joined.series.clear();
  joined.ranks.clear();
  joined.metrics.clear();
  for (const Metric& metric : results.front()->metrics)
    if (metric.tag != "relative_precision")  // of one process: the interval says it of all
      joined.metrics.push_back(joined_metric(results, metric));
  for (const Result* result : results)
    for (const Message& warning : result->warnings)
      if (std::find(joined.warnings.begin(), joined.warnings.end(), warning) ==
          joined.warnings.end())
        joined.warnings.push_back(warning);
  return joined;
}

}  // namespace

bool has_repeated_cases(const Run& run) {
  const std::vector<ResultPointers> cases = by_case(run);
  return cases.size() < run.results.size();
}

JoinedRun join_processes(const Run& run) {
  JoinedRun joined{.run = {.started_at = run.started_at,
                           .command = run.command,
                           .preset = run.preset,
                           .task = run.task,
                           .environment = run.environment,
                           .devices = run.devices,
                           .plan = run.plan,
                           .partial = run.partial,
                           .score = run.score}};
  for (const ResultPointers& all : by_case(run)) {
    ResultPointers good;
    for (const Result* result : all)
      if (result->status == Status::ok) good.push_back(result);
    joined.run.results.push_back(good.size() > 1 ? join_results(good)
                                                 : *(good.empty() ? all : good).front());
    joined.processes.push_back(std::max<std::size_t>(good.size(), 1));
  }
  return joined;
}

JoinedInput::JoinedInput(const ReportInput& input) : input_(input) {
  if (std::none_of(input.runs.begin(), input.runs.end(), has_repeated_cases)) return;
  for (const Run& run : input.runs) {
    JoinedRun joined = join_processes(run);
    runs_.push_back(std::move(joined.run));
    input_.processes.push_back(std::move(joined.processes));
  }
  input_.runs = runs_;
}

std::string joined_text(std::size_t processes, messages::Language language) {
  if (processes < 2) return "";
  return messages::render({"report.processes_joined", {{"count", std::to_string(processes)}}},
                          language);
}

}  // namespace wgf::report
