// SPDX-License-Identifier: MIT
#pragma once
// Four named memory numbers, which are never the same thing: what tensors took at most (allocated
// peak), what the caching allocator held for them (reserved peak), what was in use on the device by
// anybody (device peak, from the sensors), and what the model itself is made of (model state,
// counted by the workload). On a CPU: tensors, process and container.

#include <c10/core/Device.h>

#include <optional>
#include <vector>

#include "base/units.h"
#include "engine/measure/counting_allocator.h"
#include "results/metrics.h"

namespace wgf::engine {

class MemoryMeter {
 public:
  enum class Start { reset_peaks, keep_peaks };
  // The counting allocator may be null where only GPUs are measured.
  MemoryMeter(c10::Device device, CountingAllocator* cpu_memory, Start start = Start::reset_peaks);

  // Peaks count from here on.
  void reset();
  // memory_allocated (now), memory_allocated_peak, memory_reserved_peak, memory_process_peak,
  // memory_container_peak: those that exist on the device. helper: tensors of the measuring itself,
  // left out of the first three. unseen_peak: what tensors took at most as far as the allocator did
  // not see it.
  std::vector<results::Metric> metrics(Bytes helper = Bytes(), Bytes unseen_peak = Bytes()) const;
  // What tensors took at most, of a GPU.
  Bytes allocated_peak() const;

  // How much there is in all; nothing where that is not known.
  std::optional<Bytes> total() const;

 private:
  c10::Device device_;
  CountingAllocator* cpu_memory_;
  bool process_peak_is_ours_ = false;
  std::optional<Bytes> container_peak_before_;
};

}  // namespace wgf::engine
