// SPDX-License-Identifier: MIT
#include "cli/measure/tasks/batch_time.h"

#include "base/text.h"
#include "runner/default_work.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::Result;

constexpr std::int64_t fewest_steps_of_cpu = 3;
constexpr std::size_t usual_sizes = 6;
// Of a size beside its steps: its process and network.
constexpr Seconds usual_start{3};

std::int64_t batch_of(const Result& result) {
  return result.measured_case.parameters.integer("batch_size");
}

}  // namespace

runner::BatchSearch timed(runner::BatchSearch search) {
  search.time = runner::default_time;
  search.least_steps = fewest_steps_of_cpu;
  return search;
}

std::vector<std::string> lower_sizes(std::vector<Case>& plan) {
  const Seconds usual = results::StoppingRule{}.max_time;
  const Seconds cap = runner::time_cap(usual_sizes, usual);
  std::vector<std::string> changes{"max_time " + format_duration(usual) + " -> " +
                                   format_duration(cap)};
  for (Case& value : plan) {
    if (&value == &plan.front())
      changes.push_back("min_samples " + std::to_string(value.stopping.min_samples) + " -> " +
                        std::to_string(fewest_steps_of_cpu));
    value.stopping.min_samples = fewest_steps_of_cpu;
    value.stopping.max_time = cap;
  }
  return changes;
}

void lower_steps(Case& value, const runner::BatchSearch& search, const runner::NextBatch& next) {
  const Seconds fewest = next.step * static_cast<double>(search.least_steps);
  if (!search.time || fewest <= value.stopping.max_time) return;
  value.stopping.iterations = search.least_steps;
  value.stopping.warmup = value.stopping.warmup.value_or(1);
}

Seconds time_of(const Result& result) {
  Seconds all = usual_start;
  for (const char* tag : {"warmup_time", "measured_time"})
    if (const results::Metric* metric = result.find(tag)) all += Seconds(metric->value);
  return all;
}

void note_end(results::Run& run, const runner::BatchSearch& search,
              std::span<const runner::TriedBatch> tried) {
  const auto left = runner::left_for_time(search, tried);
  if (!left) return;
  Result* largest = nullptr;
  for (Result& result : run.results)
    if (result.status == results::Status::ok &&
        (largest == nullptr || batch_of(result) > batch_of(*largest)))
      largest = &result;
  if (largest == nullptr) return;
  largest->warnings.push_back({"tasks.search_out_of_time",
                               {{"batch", std::to_string(left->batch)},
                                {"step", format_duration(left->step)},
                                {"time", format_duration(*search.time)}}});
}

}  // namespace wgf::cli
