// SPDX-License-Identifier: MIT
#include "runner/time_estimate.h"

namespace wgf::runner {
namespace {

std::string work_of(const results::Case& value) {
  return value.benchmark + " " + value.parameters.text("model");
}

}  // namespace

void TimeEstimate::add(const results::Case& value, Seconds time) {
  for (Sum* sum : {&by_work_[work_of(value)], &all_}) {
    sum->seconds += time.value;
    ++sum->count;
  }
}

std::optional<Seconds> TimeEstimate::of(const results::Case& value) const {
  const auto same = by_work_.find(work_of(value));
  const Sum& sum = same == by_work_.end() ? all_ : same->second;
  if (sum.count == 0) return std::nullopt;
  return Seconds(sum.seconds / sum.count);
}

}  // namespace wgf::runner
