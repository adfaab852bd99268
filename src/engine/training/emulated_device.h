// SPDX-License-Identifier: MIT
#pragma once
// What kernel texts of training are compiled with where there is no CUDA: blocks one after another,
// threads of a block in turns. For tests.

#include <ucontext.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Float8_e4m3fn.h>
#include <c10/util/Float8_e5m2.h>

#include "engine/device_code/device_function.h"

#define __device__
#define __forceinline__ inline
#define __global__
#define __launch_bounds__(...)
#define __shared__ static
#define __align__(n) __attribute__((aligned(n)))
#define EXPORTED static

namespace wgf::engine::emulated {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i64 = long long;

struct alignas(16) Quad {
  u32 x, y, z, w;
};
struct float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(8) uint2 {
  u32 x, y;
};
struct Place {
  unsigned x = 0, y = 0, z = 0;
};

// The thread that runs.
inline Place threadIdx, blockIdx, gridDim;

// All threads of a block take turns on one of the processor, each until it has to wait.
class Turns {
 public:
  // Where threads wait for each other; those that have ended are waited for no more.
  struct Meeting {
    unsigned expected = 0, arrived = 0, times = 0;
    void let_go() {
      if (arrived < expected || arrived == 0) return;
      arrived = 0;
      ++times;
    }
  };

  Turns(unsigned threads, const std::function<void()>& kernel)
      : kernel_(kernel), fibers_(threads), warps_(threads / 32) {
    constexpr std::size_t stack = std::size_t{64} << 10, most_threads = 1024;
    block_.expected = threads;
    for (Warp& warp : warps_) warp.meeting.expected = 32;
    static std::vector<char> stacks(most_threads * stack);  // of one block after another
    if (threads > most_threads) throw std::logic_error("a block too large");
    for (unsigned i = 0; i < threads; ++i) {
      ucontext_t& context = fibers_[i].context;
      getcontext(&context);
      context.uc_stack.ss_sp = stacks.data() + i * stack;
      context.uc_stack.ss_size = stack;
      context.uc_link = &scheduler_;
      makecontext(&context, &Turns::begin, 0);
    }
  }

  void run() {
    current_ = this;
    for (std::size_t left = fibers_.size(); left > 0;)
      for (running_ = 0; running_ < fibers_.size(); ++running_) {
        if (fibers_[running_].is_done) continue;
        threadIdx = {static_cast<unsigned>(running_), 0, 0};
        swapcontext(&scheduler_, &fibers_[running_].context);
        if (fibers_[running_].is_done) --left;
      }
  }

  void meet_block() { meet(block_); }
  float exchange(float value, int offset) {
    Warp& warp = warps_[running_ / 32];
    const std::size_t lane = running_ % 32;
    warp.values[lane] = value;
    meet(warp.meeting);
    const float other = warp.values[lane ^ static_cast<std::size_t>(offset)];
    meet(warp.meeting);
    return other;
  }
  static Turns& current() { return *current_; }

 private:
  struct Fiber {
    ucontext_t context;
    bool is_done = false;
  };
  struct Warp {
    Meeting meeting;
    std::array<float, 32> values{};
  };

  static void begin() {
    Turns& turns = *current_;
    turns.kernel_();
    Fiber& fiber = turns.fibers_[turns.running_];
    fiber.is_done = true;
    for (Meeting* meeting : {&turns.block_, &turns.warps_[turns.running_ / 32].meeting}) {
      --meeting->expected;
      meeting->let_go();
    }
  }
  void meet(Meeting& meeting) {
    const unsigned times = meeting.times;
    ++meeting.arrived;
    meeting.let_go();
    while (meeting.times == times) swapcontext(&fibers_[running_].context, &scheduler_);
  }

  static inline Turns* current_ = nullptr;
  const std::function<void()>& kernel_;
  std::vector<Fiber> fibers_;
  std::vector<Warp> warps_;
  Meeting block_;
  ucontext_t scheduler_{};
  std::size_t running_ = 0;
};

inline void __syncthreads() {
  Turns::current().meet_block();
}
inline float __shfl_xor_sync(u32, float value, int offset) {
  return Turns::current().exchange(value, offset);
}

inline float sum_of_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(0xffffffffU, value, offset);
  return value;
}

// Loads of 16 bytes that are not aligned stop a GPU.
inline Quad load_written(const void* address) {
  if (reinterpret_cast<std::uintptr_t>(address) % 16 != 0)
    throw std::logic_error("a load of 16 bytes that is not aligned");
  return *static_cast<const Quad*>(address);
}
inline Quad load_stream(const void* address) {
  return load_written(address);
}
inline float4 __ldcs(const float4* address) {
  return *address;
}

inline float low_float(u32 pair) {
  return std::bit_cast<float>(pair << 16);
}
inline float high_float(u32 pair) {
  return std::bit_cast<float>(pair & 0xffff0000U);
}
inline float to_float(u16 value) {
  return low_float(value);
}
inline u16 to_bf16(float value) {
  return c10::BFloat16(value).x;
}
inline u32 pack(float low, float high) {
  return to_bf16(low) | static_cast<u32>(to_bf16(high)) << 16;
}

using std::fabs;
inline float fmaxf(float a, float b) {
  return std::fmax(a, b);
}
inline float fabsf(float a) {
  return std::fabs(a);
}
inline float powf(float a, float b) {
  return std::pow(a, b);
}
inline float sqrtf(float a) {
  return std::sqrt(a);
}
inline float rsqrtf(float a) {
  return 1 / std::sqrt(a);
}
inline float __expf(float a) {
  return std::exp(a);
}
inline float __fdividef(float a, float b) {
  return a / b;
}
inline float tanh_of(float a) {
  return std::tanh(a);
}
inline float root_of(float a) {
  return std::sqrt(a);
}
inline u32 __float_as_uint(float a) {
  return std::bit_cast<u32>(a);
}
inline void atomicMax(u32* place, u32 value) {
  *place = std::max(*place, value);
}
inline u32 to_bytes(float low, float high, bool is_e5m2) {
  const auto byte = [&](float value) -> u32 {
    const float most = is_e5m2 ? 57344.0F : 448.0F;
    value = std::clamp(value, -most, most);
    return is_e5m2 ? c10::Float8_e5m2(value).x : c10::Float8_e4m3fn(value).x;
  };
  return byte(low) | byte(high) << 8;
}

// The kernel, given its arguments, in every thread of every block.
inline void run(const LaunchShape& shape, const std::function<void()>& kernel) {
  if (shape.threads % 32 != 0 || shape.blocks[0] == 0 || shape.blocks[1] == 0 ||
      shape.blocks[2] == 0)
    throw std::logic_error("a launch that a GPU refuses");
  for (unsigned y = 0; y < shape.blocks[1]; ++y)
    for (unsigned x = 0; x < shape.blocks[0]; ++x) {
      blockIdx = {x, y, 0};
      gridDim = {shape.blocks[0], shape.blocks[1], shape.blocks[2]};
      Turns(shape.threads, kernel).run();
    }
}

}  // namespace wgf::engine::emulated
