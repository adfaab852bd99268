// SPDX-License-Identifier: MIT
#pragma once
// What a profiler recorded of some steps, without LibTorch's types: who ran when, and what memory
// was asked for.

#include <cstdint>
#include <string>
#include <vector>

namespace wgf::engine {

// Half open, in nanoseconds of the profiler's clock.
struct TraceSpan {
  std::int64_t begin_ns = 0, end_ns = 0;

  std::int64_t length_ns() const { return end_ns - begin_ns; }
};

// An operation of LibTorch on a thread of the host. Those it calls lie within its span.
struct HostOperation {
  std::string name;  // "aten::convolution"
  TraceSpan span;
  std::uint64_t thread = 0;
  std::uint64_t correlation = 0;  // what it launched refers to it by this
};

enum class DeviceWork { kernel, communication, copy, fill };

// Work of the GPU.
struct DeviceActivity {
  std::string name;
  TraceSpan span;
  DeviceWork work = DeviceWork::kernel;
  std::uint64_t launched_by = 0;  // correlation of a host operation
};

struct Allocation {
  std::int64_t time_ns = 0;
  std::uint64_t thread = 0;
  std::int64_t bytes = 0;
};

struct Trace {
  std::int64_t steps = 0;
  TraceSpan window;                // from the first step's begin until all its work was done
  std::vector<TraceSpan> waiting;  // of the training thread, for its next batch
  std::vector<HostOperation> operations;
  std::vector<DeviceActivity> activities;  // empty on a CPU
  std::vector<Allocation> allocations;
};

}  // namespace wgf::engine
