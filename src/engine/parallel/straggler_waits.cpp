// SPDX-License-Identifier: MIT
#include "engine/parallel/straggler_waits.h"

#include <ATen/ops/cat.h>

#include "base/order_statistics.h"
#include "base/statistics.h"
#include "engine/measure/device.h"

namespace wgf::engine {

Seconds straggler_wait(std::span<const SeenExchange> seen, std::size_t steps, int ranks) {
  if (seen.empty() || steps == 0 || seen.size() % steps != 0) return {};
  // Of normal numbers the deviation, which those far off do not change.
  constexpr double deviation_of_mad = 1.4826;
  const std::size_t each_step = seen.size() / steps;
  double sum = 0;
  for (std::size_t exchange = 0; exchange < each_step; ++exchange) {
    std::vector<double> spans;
    for (std::size_t i = exchange; i < seen.size(); i += each_step)
      if (i > 0) spans.push_back((seen[i].begin - seen[i - 1].begin - seen[i - 1].takes).value);
    if (!spans.empty()) sum += deviation_of_mad * median_absolute_deviation(spans);
  }
  return Seconds(sum / static_cast<double>(each_step) * mean_largest_normal(ranks));
}

void StragglerWait::note(const at::Tensor& moment, Seconds takes) {
  if (!is_learning_) return;
  moments_.push_back(moment);
  takes_.push_back(takes);
}

void StragglerWait::learn(std::size_t steps) {
  is_learning_ = false;
  if (moments_.empty()) return;
  constexpr double nano = 1e-9;
  const at::Tensor moments = at::cat(moments_).cpu();
  const auto* const nanoseconds = moments.const_data_ptr<std::int64_t>();
  std::vector<SeenExchange> seen;
  for (std::size_t i = 0; i < takes_.size(); ++i)
    seen.push_back(
        {Seconds(nano * static_cast<double>(nanoseconds[i] - nanoseconds[0])), takes_[i]});
  time_ = straggler_wait(seen, steps, ranks_);
  each_step_ = seen.size() / steps;
  moments_.clear();
  takes_.clear();
}

std::shared_ptr<StragglerWait> StragglerWaits::add(int ranks) {
  all_.push_back(std::make_shared<StragglerWait>(ranks));
  return all_.back();
}

// One after the other without a pause: the host runs ahead of a GPU, as where steps are measured.
void StragglerWaits::learn(const std::function<void()>& step, c10::Device device) {
  if (all_.empty()) return;
  const std::size_t steps = device.is_cpu() ? 4 : 16;
  for (const auto& one : all_) {
    one->time_ = {};
    one->is_learning_ = true;
  }
  for (std::size_t i = 0; i < steps; ++i) step();
  synchronize(device);
  for (const auto& one : all_) one->learn(steps);
}

void StragglerWaits::forget() {
  for (const auto& one : all_) one->time_ = {};
}

Seconds StragglerWaits::of_step() const {
  Seconds sum;
  for (const auto& one : all_) sum += one->time_ * static_cast<double>(one->each_step_);
  return sum;
}

}  // namespace wgf::engine
