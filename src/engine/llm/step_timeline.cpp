// SPDX-License-Identifier: MIT
#include "engine/llm/step_timeline.h"

#include <algorithm>
#include <unordered_map>

namespace wgf::engine {
namespace {

struct PlacedOperation {
  const HostOperation* operation = nullptr;
  std::optional<PartPlace> place;
  bool is_outermost = false;  // no other operation called it
};

// Callers before those they call, a thread after another.
std::vector<const HostOperation*> in_order(const std::vector<HostOperation>& operations) {
  std::vector<const HostOperation*> ordered;
  for (const HostOperation& operation : operations) ordered.push_back(&operation);
  std::sort(ordered.begin(), ordered.end(), [](const HostOperation* a, const HostOperation* b) {
    if (a->thread != b->thread) return a->thread < b->thread;
    if (a->span.begin_ns != b->span.begin_ns) return a->span.begin_ns < b->span.begin_ns;
    return a->span.end_ns > b->span.end_ns;
  });
  return ordered;
}

// Scopes of parts are no operations themselves, but what was launched right in them refers to them.
std::vector<PlacedOperation> placed(const std::vector<HostOperation>& operations) {
  std::vector<PlacedOperation> all;
  std::vector<const HostOperation*> scopes;
  const HostOperation* outermost = nullptr;
  for (const HostOperation* operation : in_order(operations)) {
    const auto holds = [&](const HostOperation* other) {
      return other->thread == operation->thread && operation->span.end_ns <= other->span.end_ns;
    };
    while (!scopes.empty() && !holds(scopes.back())) scopes.pop_back();
    PlacedOperation one{.operation = operation, .place = parse_label(operation->name)};
    if (one.place) {
      scopes.push_back(operation);
    } else {
      if (!scopes.empty()) one.place = parse_label(scopes.back()->name);
      one.is_outermost = outermost == nullptr || !holds(outermost);
      if (one.is_outermost) outermost = operation;
    }
    all.push_back(std::move(one));
  }
  return all;
}

void sort_by_begin(std::vector<PartLaunch>& launches) {
  std::stable_sort(launches.begin(), launches.end(), [](const PartLaunch& a, const PartLaunch& b) {
    return a.span.begin_ns < b.span.begin_ns;
  });
}

double microseconds(std::int64_t ns) {
  return static_cast<double>(ns) * 1e-3;
}

}  // namespace

std::vector<PartLaunch> launches_of(const Trace& trace) {
  std::vector<PartLaunch> launches;
  std::unordered_map<std::uint64_t, std::optional<PartPlace>> by_correlation;
  for (const PlacedOperation& one : placed(trace.operations)) {
    if (one.operation->correlation != 0)
      by_correlation.emplace(one.operation->correlation, one.place);
    if (trace.activities.empty() && one.is_outermost)
      launches.push_back({one.operation->name, one.operation->span, one.place});
  }
  for (const DeviceActivity& activity : trace.activities) {
    const auto launcher = by_correlation.find(activity.launched_by);
    launches.push_back({activity.name, activity.span,
                        launcher == by_correlation.end() ? std::nullopt : launcher->second});
  }
  sort_by_begin(launches);
  return launches;
}

void take_places(std::vector<PartLaunch>& launches, const std::vector<PartLaunch>& one_by_one) {
  auto next = one_by_one.begin();
  for (PartLaunch& launch : launches) {
    const auto same = std::find_if(
        next, one_by_one.end(), [&](const PartLaunch& other) { return other.name == launch.name; });
    if (same == one_by_one.end()) continue;
    launch.place = same->place;
    next = same + 1;
  }
}

std::optional<RecordedStep> middle_step(std::vector<PartLaunch> launches, std::int64_t steps) {
  if (steps < 1 || launches.empty() || launches.size() % static_cast<std::size_t>(steps) != 0)
    return std::nullopt;
  const std::size_t each = launches.size() / static_cast<std::size_t>(steps);
  std::vector<RecordedStep> all;
  for (std::size_t first = 0; first < launches.size(); first += each) {
    const auto begin = launches.begin() + static_cast<std::ptrdiff_t>(first);
    RecordedStep step{.launches = {begin, begin + static_cast<std::ptrdiff_t>(each)}};
    std::int64_t end_ns = 0;
    for (const PartLaunch& launch : step.launches) end_ns = std::max(end_ns, launch.span.end_ns);
    const std::size_t next = first + each;
    step.period_ns = (next < launches.size() ? launches[next].span.begin_ns : end_ns) -
                     step.launches.front().span.begin_ns;
    all.push_back(std::move(step));
  }
  // Nothing follows the last one, so that its time is another.
  if (all.size() > 1) all.pop_back();
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(
      all.begin(), middle, all.end(),
      [](const RecordedStep& a, const RecordedStep& b) { return a.period_ns < b.period_ns; });
  return *middle;
}

results::Timeline timeline_of(std::string phase, const RecordedStep& step, const PartWorks& works) {
  results::Timeline timeline{.phase = std::move(phase), .period_us = microseconds(step.period_ns)};
  std::map<PartPlace, std::size_t> longest;
  const std::int64_t begin_ns = step.launches.front().span.begin_ns;
  for (std::size_t i = 0; i < step.launches.size(); ++i) {
    const PartLaunch& launch = step.launches[i];
    timeline.launches.push_back({.name = launch.name,
                                 .start_us = microseconds(launch.span.begin_ns - begin_ns),
                                 .duration_us = microseconds(launch.span.length_ns())});
    if (!launch.place) continue;
    timeline.launches.back().part = to_text(launch.place->part);
    timeline.launches.back().layer = launch.place->layer;
    const auto [found, is_first] = longest.emplace(*launch.place, i);
    if (!is_first && launch.span.length_ns() > step.launches[found->second].span.length_ns())
      found->second = i;
  }
  for (const auto& [place, index] : longest)
    if (const auto work = works.find(place); work != works.end()) {
      timeline.launches[index].bytes = work->second.bytes;
      timeline.launches[index].flops = work->second.flops;
    }
  return timeline;
}

}  // namespace wgf::engine
