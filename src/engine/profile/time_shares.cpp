// SPDX-License-Identifier: MIT
#include "engine/profile/time_shares.h"

#include <algorithm>

namespace wgf::engine {
namespace {

using Spans = std::vector<TraceSpan>;  // apart from each other and in order

Spans merged(Spans spans, const TraceSpan& window) {
  std::erase_if(spans, [&](TraceSpan& span) {
    span = {std::max(span.begin_ns, window.begin_ns), std::min(span.end_ns, window.end_ns)};
    return span.length_ns() <= 0;
  });
  std::sort(spans.begin(), spans.end(),
            [](const TraceSpan& a, const TraceSpan& b) { return a.begin_ns < b.begin_ns; });
  Spans result;
  for (const TraceSpan& span : spans) {
    if (result.empty() || span.begin_ns > result.back().end_ns)
      result.push_back(span);
    else
      result.back().end_ns = std::max(result.back().end_ns, span.end_ns);
  }
  return result;
}

Spans joined(const Spans& a, const Spans& b, const TraceSpan& window) {
  Spans both = a;
  both.insert(both.end(), b.begin(), b.end());
  return merged(std::move(both), window);
}

std::int64_t length_ns(const Spans& spans) {
  std::int64_t total = 0;
  for (const TraceSpan& span : spans) total += span.length_ns();
  return total;
}

Spans of_work(const Trace& trace, std::initializer_list<DeviceWork> wanted) {
  Spans spans;
  for (const DeviceActivity& activity : trace.activities)
    if (std::find(wanted.begin(), wanted.end(), activity.work) != wanted.end())
      spans.push_back(activity.span);
  return merged(std::move(spans), trace.window);
}

Spans of_operations(const Trace& trace) {
  Spans spans;
  for (const HostOperation& operation : trace.operations) spans.push_back(operation.span);
  return merged(std::move(spans), trace.window);
}

// The times between neighbours.
Spans pauses(const Spans& spans) {
  Spans between;
  for (std::size_t i = 1; i < spans.size(); ++i)
    between.push_back({spans[i - 1].end_ns, spans[i].begin_ns});
  return between;
}

}  // namespace

TimeShares time_shares(const Trace& trace) {
  const double whole = static_cast<double>(trace.window.length_ns());
  TimeShares shares;
  if (whole <= 0) return shares;
  const auto percent = [whole](std::int64_t ns) { return 100 * static_cast<double>(ns) / whole; };
  const Spans compute =
      trace.activities.empty() ? of_operations(trace) : of_work(trace, {DeviceWork::kernel});
  const Spans copies = of_work(trace, {DeviceWork::copy, DeviceWork::fill});
  // What each adds to those before it.
  Spans covered = compute;
  const auto exposed = [&](const Spans& spans) {
    const std::int64_t before = length_ns(covered);
    covered = joined(covered, spans, trace.window);
    return percent(length_ns(covered) - before);
  };
  shares.compute = percent(length_ns(compute));
  shares.communication = exposed(of_work(trace, {DeviceWork::communication}));
  shares.copy = exposed(copies);
  shares.load = exposed(merged(trace.waiting, trace.window));
  shares.idle = percent(trace.window.length_ns() - length_ns(covered));
  if (const std::int64_t copying = length_ns(copies); copying > 0) {
    const std::int64_t either = length_ns(joined(compute, copies, trace.window));
    shares.copy_overlap = 100 * static_cast<double>(length_ns(compute) + copying - either) /
                          static_cast<double>(copying);
  }
  return shares;
}

KernelGaps kernel_gaps(const Trace& trace) {
  KernelGaps gaps;
  if (trace.steps == 0 || trace.activities.empty()) return gaps;
  const Spans busy = of_work(
      trace, {DeviceWork::kernel, DeviceWork::communication, DeviceWork::copy, DeviceWork::fill});
  const Spans with_waiting = joined(busy, trace.waiting, trace.window);
  const Spans between = pauses(with_waiting);
  const double steps = static_cast<double>(trace.steps);
  gaps.count_per_step = static_cast<double>(between.size()) / steps;
  gaps.ms_per_step = static_cast<double>(length_ns(between)) * 1e-6 / steps;
  return gaps;
}

double kernel_ms_per_step(const Trace& trace) {
  if (trace.steps == 0) return 0;
  std::int64_t total = 0;
  for (const DeviceActivity& activity : trace.activities)
    if (activity.work == DeviceWork::kernel || activity.work == DeviceWork::communication)
      total += activity.span.length_ns();
  return static_cast<double>(total) * 1e-6 / static_cast<double>(trace.steps);
}

}  // namespace wgf::engine
