// SPDX-License-Identifier: MIT
#pragma once
// Time that passes on a device without work: what ranks wait that are not here.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <chrono>
#include <memory>

#include "base/units.h"

namespace wgf::engine {

class DeviceFunction;

class StreamWait {
 public:
  // Throws Error(not_supported) for a GPU without run-time compiler.
  explicit StreamWait(c10::Device device);
  ~StreamWait();

  // On a GPU queued on the current stream, else until it is over.
  void wait(Seconds time) const;

  // A moment on a GPU's current stream, and a wait until so long after it, by so many blocks as
  // large as those of NCCL's kernels; 0: one thread, which takes nothing from what runs beside it.
  at::Tensor note() const;
  void wait_since(const at::Tensor& moment, Seconds time, int blocks) const;

 private:
  const c10::Device device_;
  std::unique_ptr<DeviceFunction> hold_;
};

// Of the host: exact to microseconds.
void wait_until(std::chrono::steady_clock::time_point time);

}  // namespace wgf::engine
