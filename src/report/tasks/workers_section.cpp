// SPDX-License-Identifier: MIT
// workers: how steady each number of loader threads kept the device, and how many are enough.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;
using results::Status;

// So near to the best throughput a setting is enough; or where the training waits for its loader
// so little that no loader could give more, whatever a few noisy batches say.
constexpr double near_fastest = 0.95, most_to_gain = 5;  // the latter in percent
// Percent: above it the training waits for its loader, below which nothing more is to be gained;
// and above which the processors have nothing left to give.
constexpr double waits_above = 10, full_above = 90;

std::string workers_of(const Result& result) {
  return std::to_string(result.measured_case.parameters.integer("workers"));
}

std::string percent_of(const Result& result, const char* tag) {
  const auto value = number_of(result, tag);
  return value ? percent_text(*value) : "-";
}

std::string rate_of(const Result& result, const char* tag) {
  const auto value = number_of(result, tag);
  return value ? format_number(*value, 3) : "-";
}

std::string time_of(const Result& result) {
  const auto seconds = number_of(result, "measured_time");
  return seconds ? format_duration(Seconds(*seconds)) : "-";
}

double throughput_of(const Result& result) {
  return number_of(result, "throughput").value_or(0);
}

const Result* fastest_of(const std::vector<const Result*>& measured) {
  return *std::max_element(measured.begin(), measured.end(), [](const Result* a, const Result* b) {
    return throughput_of(*a) < throughput_of(*b);
  });
}

bool is_near(const Result& result, const Result& fastest) {
  return throughput_of(result) >= near_fastest * throughput_of(fastest);
}

bool is_enough(const Result& result, const Result& fastest) {
  return is_near(result, fastest) ||
         number_of(result, "loader_wait_share").value_or(100) <= most_to_gain;
}

// The fewest workers that come near to the best.
const Result* enough_of(const std::vector<const Result*>& measured, const Result& fastest) {
  const Result* enough = &fastest;
  for (const Result* result : measured)
    if (is_enough(*result, fastest) && result->measured_case.parameters.integer("workers") <
                                           enough->measured_case.parameters.integer("workers"))
      enough = result;
  return enough;
}

const char* limit_of(const Result& result, bool has_gpu) {
  const double waiting = number_of(result, "loader_wait_share").value_or(0),
               processors = number_of(result, "cpu_utilization").value_or(0);
  if (waiting > waits_above) {
    if (processors > full_above) return "tasks.limit_processors";
    return "tasks.limit_loader";
  }
  return has_gpu ? "tasks.limit_gpu" : "tasks.limit_training";
}

}  // namespace

TaskSection workers_section(const Run& run, Language language) {
  const std::vector<const Result*> measured = measured_of(run);
  const bool has_gpu =
      std::any_of(run.results.begin(), run.results.end(),
                  [](const Result& result) { return result.find("gpu_utilization") != nullptr; });
  TaskSection section;
  section.table.columns = {
      number_column("tasks.column_workers", language),
      number_column("tasks.column_images", language),
      number_column("tasks.column_total", language),
      number_column(has_gpu ? "tasks.column_gpu_busy" : "tasks.column_thread_busy", language),
      number_column("tasks.column_deviation", language),
      number_column("tasks.column_idle", language),
      number_column("tasks.column_wait", language),
      number_column("tasks.column_cpu", language),
      number_column("tasks.column_worker_rate", language),
      number_column("tasks.column_skipped", language)};
  for (const Result& result : run.results) {
    const bool is_ok = result.status == Status::ok;
    section.table.rows.push_back(
        {workers_of(result), is_ok ? rate_of(result, "throughput") : status_text(result, language),
         time_of(result), percent_of(result, "busy_mean"), percent_of(result, "busy_deviation"),
         percent_of(result, "idle_share"), percent_of(result, "loader_wait_share"),
         percent_of(result, "cpu_utilization"), rate_of(result, "loader_rate"),
         cell_of(result, "files_skipped")});
  }
  if (measured.empty()) return section;
  const Result& fastest = *fastest_of(measured);
  const Result& enough = *enough_of(measured, fastest);
  const char* others =
      is_near(enough, fastest) ? "tasks.advice_workers" : "tasks.advice_workers_waits";
  if (measured.size() > 1)
    section.advice.push_back(
        messages::render({&enough == &fastest ? "tasks.advice_workers_best" : others,
                          {{"workers", workers_of(enough)},
                           {"wait", percent_of(enough, "loader_wait_share")},
                           {"rate", rate_of(enough, "throughput")},
                           {"best", workers_of(fastest)},
                           {"best_rate", rate_of(fastest, "throughput")}}},
                         language));
  section.advice.push_back(messages::render({limit_of(enough, has_gpu),
                                             {{"workers", workers_of(enough)},
                                              {"wait", percent_of(enough, "loader_wait_share")},
                                              {"cpu", percent_of(enough, "cpu_utilization")},
                                              {"busy", percent_of(enough, "busy_mean")}}},
                                            language));
  return section;
}

}  // namespace wgf::report
