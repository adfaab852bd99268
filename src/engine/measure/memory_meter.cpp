// SPDX-License-Identifier: MIT
#include "engine/measure/memory_meter.h"

#include <c10/core/CachingDeviceAllocator.h>

#include <algorithm>

#include "engine/measure/device.h"
#include "hardware/process_usage.h"

namespace wgf::engine {
namespace {

using results::Metric;
using results::single_metric;

constexpr auto all_pools = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);

void append(std::vector<Metric>& metrics, std::string_view tag, std::optional<Bytes> bytes) {
  if (bytes) metrics.push_back(single_metric(tag, in_gib(*bytes)));
}

}  // namespace

MemoryMeter::MemoryMeter(c10::Device device, CountingAllocator* cpu_memory, Start start)
    : device_(device), cpu_memory_(cpu_memory) {
  if (start == Start::reset_peaks) reset();
}

void MemoryMeter::reset() {
  if (is_gpu(device_))
    at::getDeviceAllocator(device_.type())->resetPeakStats(device_.index());
  else if (cpu_memory_ != nullptr)
    cpu_memory_->reset_peak();
  process_peak_is_ours_ = hardware::reset_peak_resident_memory();
  container_peak_before_ = hardware::container_peak_memory();
}

Bytes MemoryMeter::allocated_peak() const {
  const auto stats = at::getDeviceAllocator(device_.type())->getDeviceStats(device_.index());
  return Bytes(stats.allocated_bytes[all_pools].peak);
}

std::vector<Metric> MemoryMeter::metrics(Bytes helper, Bytes unseen_peak) const {
  std::vector<Metric> metrics;
  if (is_gpu(device_)) {
    const auto stats = at::getDeviceAllocator(device_.type())->getDeviceStats(device_.index());
    append(metrics, "memory_allocated", Bytes(stats.allocated_bytes[all_pools].current) - helper);
    append(metrics, "memory_allocated_peak", std::max(allocated_peak(), unseen_peak) - helper);
    append(metrics, "memory_reserved_peak", Bytes(stats.reserved_bytes[all_pools].peak) - helper);
    return metrics;
  }
  if (cpu_memory_ != nullptr) {
    append(metrics, "memory_allocated", cpu_memory_->allocated() - helper);
    append(metrics, "memory_allocated_peak", std::max(cpu_memory_->peak(), unseen_peak) - helper);
  }
  // Where the kernel does not let us lower the peak it may stem from an earlier case.
  if (process_peak_is_ours_)
    append(metrics, "memory_process_peak", hardware::peak_resident_memory());
  // Nobody can lower this one: it is the case's only if the case raised it.
  if (const auto peak = hardware::container_peak_memory();
      peak && container_peak_before_ && *container_peak_before_ < *peak)
    append(metrics, "memory_container_peak", peak);
  return metrics;
}

std::optional<Bytes> MemoryMeter::total() const {
  if (is_gpu(device_)) {
    const auto [free, total] =
        at::getDeviceAllocator(device_.type())->getMemoryInfo(device_.index());
    return Bytes(static_cast<std::int64_t>(total));
  }
  if (cpu_memory_ != nullptr && cpu_memory_->limit().value > 0) return cpu_memory_->limit();
  return std::nullopt;
}

}  // namespace wgf::engine
