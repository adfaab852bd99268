// SPDX-License-Identifier: MIT
#include "engine/measure/device.h"

#include <ATen/Context.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/util/Exception.h>
#include <unistd.h>

#include "engine/measure/case_ended.h"
#include "engine/measure/cuda_properties.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t flush_factor = 3;
constexpr Bytes flush_size_if_unknown{256 * mebi};

CaseEnded no_such_device(const std::string& id) {
  return CaseEnded(results::Status::unsupported, {"engine.no_such_device", {{"device", id}}});
}

c10::Device parse_device(const std::string& id) {
  try {
    return c10::Device(id);
  } catch (const c10::Error&) {
    throw no_such_device(id);
  }
}

}  // namespace

bool is_gpu(c10::Device device) {
  return !device.is_cpu();
}

c10::Device open_device(const std::string& id) {
  c10::Device device = parse_device(id.substr(0, id.find(',')));
  if (device.is_cpu()) return device;
  if (device.index() < 0) device.set_index(0);
  if (!c10::impl::hasDeviceGuardImpl(device.type())) throw no_such_device(id);
  const c10::impl::VirtualGuardImpl guard(device.type());
  if (device.index() >= guard.deviceCount()) throw no_such_device(id);
  guard.setDevice(device);
  // Sets the allocator up; without it there are no statistics to reset before the first tensor.
  at::globalContext().lazyInitDevice(device.type());
  return device;
}

c10::Stream current_stream(c10::Device device) {
  return c10::impl::VirtualGuardImpl(device.type()).getStream(device);
}

c10::Stream side_stream(c10::Device device) {
  if (!is_gpu(device)) return current_stream(device);
  return c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
}

void make_wait(const c10::Stream& waiting, const c10::Stream& first) {
  c10::Event event(first.device_type());
  event.record(first);
  event.block(waiting);
}

void synchronize(c10::Device device) {
  if (is_gpu(device)) c10::impl::VirtualGuardImpl(device.type()).synchronizeDevice(device.index());
}

void release_cached_memory(c10::Device device) noexcept {
  if (!is_gpu(device)) return;
  try {
    synchronize(device);
    at::getDeviceAllocator(device.type())->emptyCache();
  } catch (const std::exception&) {
    // The device is unusable; the case's own error says so.
  }
}

Bytes cache_flush_size(c10::Device device) {
  std::int64_t cache = 0;
  if (is_gpu(device))
    cache = cuda_properties(device.index()).l2_cache.value;
  else
    cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return cache > 0 ? Bytes(cache * flush_factor) : flush_size_if_unknown;
}

}  // namespace wgf::engine
