// SPDX-License-Identifier: MIT
#include "engine/parallel/stream_wait.h"

#include <ATen/ops/empty.h>

#include <cstdint>
#include <thread>

#include "engine/device_code/device_function.h"

namespace wgf::engine {
namespace {

using Clock = std::chrono::steady_clock;

struct HoldStreamArguments {
  std::uint64_t* moment = nullptr;
  std::uint64_t nanoseconds = 0;
};
constexpr LaunchShape one_thread{.threads = 1, .overlaps = false};

// NCCL's blocks leave no room for one of a large product beside them.
LaunchShape like_nccl(int blocks) {
  return {.blocks = {static_cast<unsigned>(blocks), 1, 1},
          .threads = 512,
          .shared_bytes = 80 * 1024,
          .overlaps = false};
}

}  // namespace

// Sleeping is late by the scheduler's leave; the last of it is spent awake.
void wait_until(Clock::time_point time) {
  constexpr std::chrono::microseconds awake{150};
  if (time - Clock::now() > awake) std::this_thread::sleep_until(time - awake);
  while (Clock::now() < time) {
  }
}

StreamWait::StreamWait(c10::Device device) : device_(device) {
  if (!device.is_cuda()) return;
  const DeviceCode code(device);
  hold_ = std::make_unique<DeviceFunction>(code.function("hold_stream", {}));
}

StreamWait::~StreamWait() = default;

void StreamWait::wait(Seconds time) const {
  if (time.value <= 0) return;
  if (hold_) return wait_since(note(), time, 0);
  wait_until(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(time.value)));
}

at::Tensor StreamWait::note() const {
  const at::Tensor moment = at::empty({1}, at::TensorOptions().dtype(at::kLong).device(device_));
  hold_->launch(one_thread,
                HoldStreamArguments{static_cast<std::uint64_t*>(moment.mutable_data_ptr()), 0});
  return moment;
}

void StreamWait::wait_since(const at::Tensor& moment, Seconds time, int blocks) const {
  constexpr double nano = 1e-9;
  hold_->launch(blocks > 0 ? like_nccl(blocks) : one_thread,
                HoldStreamArguments{static_cast<std::uint64_t*>(moment.mutable_data_ptr()),
                                    static_cast<std::uint64_t>(time.value / nano) + 1});
}

}  // namespace wgf::engine
