// SPDX-License-Identifier: MIT
#include "runner/default_work.h"

#include <algorithm>

#include "base/text.h"

namespace wgf::runner {
namespace {

constexpr std::int64_t small_batch = 8, few_steps = 10, least_steps = 5;
constexpr Seconds short_time{2};

// Of a case that is measured until it is precise: its process and network, and the warm-up and
// operations that are counted, over its measured time.
constexpr Seconds usual_start{3};
constexpr double beside_measuring = 1.5;

Seconds longest_step(const Work& work, std::span<const CaseCost> cases) {
  Seconds longest;
  for (const CaseCost& cost : cases)
    longest = std::max(longest, cost.sample * static_cast<double>(work.batch));
  return longest;
}

// The next smaller work; the same where nothing is left to lower.
Work lowered(Work work, const OpenWork& open, Seconds step) {
  const bool is_time_longer = work.time > step * static_cast<double>(work.steps);
  const auto halve_time = [&] { work.time = std::max(short_time, work.time * 0.5); };
  const auto halve_steps = [&](std::int64_t least) {
    work.steps = std::max(least, work.steps / 2);
  };
  const bool has_time = open.time && work.time > short_time;
  if (has_time && is_time_longer)
    halve_time();
  else if (open.batch && work.batch > small_batch)
    work.batch /= 2;
  else if (open.steps && work.steps > few_steps)
    halve_steps(few_steps);
  else if (has_time)
    halve_time();
  else if (open.batch && work.batch > 1)
    work.batch /= 2;
  else if (open.steps && work.steps > least_steps)
    halve_steps(least_steps);
  return work;
}

}  // namespace

Work planned_work(const results::Case& value) {
  const results::StoppingRule& rule = value.stopping;
  return {.batch = value.parameters.integer("batch_size", 1),
          .steps = rule.iterations.value_or(rule.min_samples),
          .time = rule.iterations ? Seconds() : rule.min_time};
}

void set_work(results::Case& value, const Work& work) {
  value.parameters.set("batch_size", work.batch);
  if (value.parameters.find("profiled_steps") != nullptr)
    value.parameters.set("profiled_steps", work.steps);
  if (value.stopping.iterations) {
    value.stopping.iterations = work.steps;
    return;
  }
  value.stopping.min_samples = work.steps;
  value.stopping.min_time = work.time;
}

Seconds time_of(const Work& work, std::int64_t other_steps, std::span<const CaseCost> cases) {
  Seconds all;
  for (const CaseCost& cost : cases) {
    const Seconds step = cost.sample * static_cast<double>(work.batch);
    all += cost.start + step * static_cast<double>(other_steps) +
           std::max(work.time, step * static_cast<double>(work.steps));
  }
  return all;
}

Work fitting_work(const Work& usual, const OpenWork& open, std::span<const CaseCost> cases) {
  Work work = usual;
  while (time_of(work, open.other_steps, cases) > default_time) {
    const Work less = lowered(work, open, longest_step(work, cases));
    if (less == work) break;
    work = less;
  }
  return work;
}

std::vector<std::string> changes_of(const Work& usual, const Work& lowered, const OpenWork& open) {
  std::vector<std::string> changes;
  const auto add = [&](const std::string& option, const std::string& from, const std::string& to) {
    if (from != to) changes.push_back(option + " " + from + " -> " + to);
  };
  add("--batch-size", std::to_string(usual.batch), std::to_string(lowered.batch));
  add(open.steps_option, std::to_string(usual.steps), std::to_string(lowered.steps));
  add("--time", format_duration(usual.time), format_duration(lowered.time));
  return changes;
}

Seconds time_cap(std::size_t cases, Seconds usual) {
  const Seconds share = default_time / static_cast<double>(std::max<std::size_t>(cases, 1));
  const Seconds cap = (share - usual_start) / beside_measuring;
  return std::min(usual, std::max(short_time, cap));
}

}  // namespace wgf::runner
