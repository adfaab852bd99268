// SPDX-License-Identifier: MIT
#include "results/comparison_side.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace wgf::results {
namespace {

bool has_samples(const Result& result, std::string_view tag) {
  const Metric* metric = result.status == Status::ok ? result.find(tag) : nullptr;
  return metric != nullptr && !metric->samples.empty();
}

// One time for all processes: a step and a latency have no mean. Of a language model its answers,
// under a load whole requests.
std::string choose_metric(const ResultPointers& results, const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  for (const char* tag :
       {"step_time", "latency", "decode.step_time", "prefill.step_time", "e2e_time"})
    if (std::any_of(results.begin(), results.end(),
                    [&](const Result* result) { return has_samples(*result, tag); }))
      return tag;
  return "";
}

// A training fed from files waits for its loader now and then, and its rate is of the whole time.
Center center_of(const Case& measured) {
  return measured.benchmark == "train_from_files" ? Center::mean : Center::median;
}

bool is_usable(double sample) {
  return std::isfinite(sample) && sample > 0;
}

std::optional<Message> unusable_samples(const Metric& metric) {
  const auto bad = std::count_if(metric.samples.begin(), metric.samples.end(),
                                 [](double sample) { return !is_usable(sample); });
  if (bad == 0) return std::nullopt;
  return Message{"compare.unusable_samples",
                 {{"count", std::to_string(bad)},
                  {"total", std::to_string(metric.samples.size())},
                  {"metric", metric.tag}}};
}

// Samples by engine process. Nothing of a side with an impossible time or a figure that was not
// measured is used: nobody knows what else is wrong with it.
std::map<int, std::vector<double>> samples_by_process(const ResultPointers& results, Side& side) {
  std::map<int, std::vector<double>> samples;
  for (const Result* result : results) {
    if (result->provenance != Provenance::measured)
      side.fault = Message{"compare.not_measured",
                           {{"provenance", std::string(to_text(result->provenance))}}};
    if (!has_samples(*result, side.metric)) continue;
    const Metric& metric = *result->find(side.metric);
    if (std::optional<Message> fault = unusable_samples(metric)) side.fault = std::move(fault);
    side.used.push_back(result);
    std::vector<double>& list = samples[result->process];
    list.insert(list.end(), metric.samples.begin(), metric.samples.end());
  }
  return samples;
}

// A process counts once: one that failed and was measured again has its samples.
std::map<Status, std::size_t> lost_processes(const ResultPointers& results,
                                             const std::map<int, std::vector<double>>& samples) {
  std::map<int, Status> ends;
  for (const Result* result : results)
    if (!samples.contains(result->process)) ends[result->process] = result->status;
  std::map<Status, std::size_t> lost;
  for (const auto& [process, status] : ends) ++lost[status];
  return lost;
}

std::optional<double> log_clock_of(const ResultPointers& results, int process) {
  for (const Result* result : results)
    if (const Metric* clock = result->find("sm_clock");
        result->process == process && clock != nullptr && is_usable(clock->value))
      return std::log(clock->value);
  return std::nullopt;
}

Message fault_without_samples(const Side& side) {
  if (side.shown.status == Status::ok) return Message{"compare.no_samples", {}};
  return Message{"compare.status", {{"status", std::string(to_text(side.shown.status))}}};
}

}  // namespace

Side make_side(const ResultPointers& results, const std::string& metric) {
  Side side;
  side.metric = choose_metric(results, metric);
  side.center = center_of(results.front()->measured_case);
  const auto samples = samples_by_process(results, side);
  side.lost = lost_processes(results, samples);
  for (const auto& [status, count] : side.lost)
    if (status != Status::ok) side.shown.failed += count;
  // The first that failed: later ones may have been skipped for it.
  const auto failed = std::find_if(results.begin(), results.end(), [](const Result* result) {
    return result->status != Status::ok;
  });
  if (samples.empty()) {
    side.shown.status = failed == results.end() ? Status::ok : (*failed)->status;
    if (!side.fault) side.fault = fault_without_samples(side);
  }
  if (side.fault) return side;
  double sum = 0;
  for (const auto& [process, times] : samples) {
    side.processes.push_back(summarize_process(times, side.center));
    side.processes.back().log_clock = log_clock_of(side.used, process);
    sum += side.processes.back().log_center;
    side.shown.samples += times.size();
  }
  side.shown.processes = side.processes.size();
  side.shown.value = std::exp(sum / static_cast<double>(side.processes.size()));
  return side;
}

}  // namespace wgf::results
