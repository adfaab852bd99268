// SPDX-License-Identifier: MIT
#include "report/tasks/fastest.h"

#include <fmt/format.h>

#include <algorithm>

namespace wgf::report {

using results::Result;

std::optional<Fastest> find_fastest(const std::vector<const Result*>& results,
                                    const ComparedTime& time) {
  std::vector<const Result*> timed;
  for (const Result* result : results)
    if (time.value(*result).value_or(0) > 0) timed.push_back(result);
  if (timed.size() < 2) return std::nullopt;
  std::stable_sort(timed.begin(), timed.end(), [&](const Result* a, const Result* b) {
    return *time.value(*a) < *time.value(*b);
  });
  Fastest fastest{.first = timed.front(), .last = timed.back()};
  for (const Result* result : timed) {
    const auto interval = time.ratio(*result, *fastest.first);
    if (result != fastest.first && (!interval || interval->low <= 1))
      fastest.near.push_back(result);
  }
  fastest.ratio = *time.value(*fastest.last) / *time.value(*fastest.first);
  fastest.interval = time.ratio(*fastest.last, *fastest.first);
  return fastest;
}

std::string times_text(double ratio, const std::optional<Interval>& interval,
                       messages::Language language) {
  const std::string text = fmt::format("{:.2f}", ratio);
  if (!interval) return messages::render({"tasks.times_as_long", {{"ratio", text}}}, language);
  return messages::render({"tasks.times_as_long_within",
                           {{"ratio", text},
                            {"low", fmt::format("{:.2f}", interval->low)},
                            {"high", fmt::format("{:.2f}", interval->high)}}},
                          language);
}

}  // namespace wgf::report
