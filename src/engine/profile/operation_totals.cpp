// SPDX-License-Identifier: MIT
#include "engine/profile/operation_totals.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace wgf::engine {
namespace {

using results::Profile;

// Kernels are many, and the last ones matter to nobody.
constexpr std::size_t most_kernels = 50;

struct Totals {
  std::int64_t calls = 0, host_ns = 0, device_ns = 0, bytes = 0;
};

using Calls = std::vector<const HostOperation*>;

// Of one thread, callers before those they call.
std::map<std::uint64_t, Calls> by_thread(const Trace& trace) {
  std::map<std::uint64_t, Calls> threads;
  for (const HostOperation& operation : trace.operations)
    threads[operation.thread].push_back(&operation);
  for (auto& [thread, calls] : threads)
    std::sort(calls.begin(), calls.end(), [](const HostOperation* a, const HostOperation* b) {
      return a->span.begin_ns != b->span.begin_ns ? a->span.begin_ns < b->span.begin_ns
                                                  : a->span.end_ns > b->span.end_ns;
    });
  return threads;
}

// Walks through a thread's calls and keeps those that are open at the time it has come to.
class OpenCalls {
 public:
  explicit OpenCalls(const Calls& calls) : calls_(calls) {}

  // Opens all that began until then, telling of each and of its caller (null: none); gives the
  // innermost that is open then, or null.
  template <typename Opened>
  const HostOperation* go_to(std::int64_t time_ns, Opened&& opened) {
    while (next_ < calls_.size() && calls_[next_]->span.begin_ns <= time_ns) {
      const HostOperation* call = calls_[next_++];
      close_until(call->span.begin_ns);
      opened(*call, open_.empty() ? nullptr : open_.back());
      open_.push_back(call);
    }
    close_until(time_ns);
    return open_.empty() ? nullptr : open_.back();
  }

 private:
  void close_until(std::int64_t time_ns) {
    while (!open_.empty() && open_.back()->span.end_ns <= time_ns) open_.pop_back();
  }

  const Calls& calls_;
  std::size_t next_ = 0;
  Calls open_;
};

using TotalsByName = std::unordered_map<std::string, Totals>;

void add_host_time(const Calls& calls, std::int64_t end_ns, TotalsByName& totals) {
  OpenCalls open(calls);
  open.go_to(end_ns, [&](const HostOperation& call, const HostOperation* caller) {
    Totals& own = totals[call.name];
    ++own.calls;
    own.host_ns += call.span.length_ns();
    if (caller != nullptr) totals[caller->name].host_ns -= call.span.length_ns();
  });
}

void add_allocations(const Trace& trace, const std::map<std::uint64_t, Calls>& threads,
                     TotalsByName& totals) {
  std::map<std::uint64_t, std::vector<const Allocation*>> by_place;
  for (const Allocation& allocation : trace.allocations)
    by_place[allocation.thread].push_back(&allocation);
  for (auto& [thread, allocations] : by_place) {
    const auto calls = threads.find(thread);
    if (calls == threads.end()) continue;
    std::sort(allocations.begin(), allocations.end(),
              [](const Allocation* a, const Allocation* b) { return a->time_ns < b->time_ns; });
    OpenCalls open(calls->second);
    for (const Allocation* allocation : allocations)
      if (const HostOperation* inside = open.go_to(allocation->time_ns, [](auto&&...) {}))
        totals[inside->name].bytes += allocation->bytes;
  }
}

void add_device_time(const Trace& trace, TotalsByName& totals) {
  std::unordered_map<std::uint64_t, const HostOperation*> launchers;
  for (const HostOperation& operation : trace.operations)
    if (operation.correlation != 0) launchers.emplace(operation.correlation, &operation);
  for (const DeviceActivity& activity : trace.activities)
    if (const auto launcher = launchers.find(activity.launched_by); launcher != launchers.end())
      totals[launcher->second->name].device_ns += activity.span.length_ns();
}

double milliseconds(std::int64_t ns) {
  return static_cast<double>(ns) * 1e-6;
}

std::vector<Profile::Operation> operations_of(const Trace& trace) {
  TotalsByName totals;
  const auto threads = by_thread(trace);
  for (const auto& [thread, calls] : threads)
    add_host_time(calls, std::max(trace.window.end_ns, calls.back()->span.begin_ns), totals);
  add_device_time(trace, totals);
  add_allocations(trace, threads, totals);
  std::vector<Profile::Operation> operations;
  for (const auto& [name, sum] : totals)
    operations.push_back({.name = name,
                          .calls = sum.calls,
                          .cpu_ms = milliseconds(sum.host_ns),
                          .gpu_ms = milliseconds(sum.device_ns),
                          .allocated = Bytes(sum.bytes)});
  std::sort(operations.begin(), operations.end(),
            [](const Profile::Operation& a, const Profile::Operation& b) {
              return a.cpu_ms != b.cpu_ms ? a.cpu_ms > b.cpu_ms : a.name < b.name;
            });
  return operations;
}

std::vector<Profile::Kernel> kernels_of(const Trace& trace) {
  std::unordered_map<std::string, Totals> totals;
  for (const DeviceActivity& activity : trace.activities) {
    Totals& sum = totals[activity.name];
    ++sum.calls;
    sum.device_ns += activity.span.length_ns();
  }
  std::vector<Profile::Kernel> kernels;
  for (const auto& [name, sum] : totals)
    kernels.push_back({.name = name, .calls = sum.calls, .gpu_ms = milliseconds(sum.device_ns)});
  std::sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) {
    return a.gpu_ms != b.gpu_ms ? a.gpu_ms > b.gpu_ms : a.name < b.name;
  });
  if (kernels.size() > most_kernels) kernels.resize(most_kernels);
  return kernels;
}

}  // namespace

Profile profile_of(const Trace& trace) {
  return {.steps = trace.steps, .operations = operations_of(trace), .kernels = kernels_of(trace)};
}

}  // namespace wgf::engine
