// SPDX-License-Identifier: MIT
#pragma once
// A GPU's block of threads on the CPU, for kernel texts that translate_kernels.py made C++ of: each
// thread a fiber, barriers and what a warp does together a meeting of fibers. Blocks run one after
// another. Copies into shared memory come when they are waited for, and not before.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <type_traits>

namespace emulated {

struct Index {
  unsigned x = 0, y = 0, z = 0;
};

void launch(Index blocks, unsigned threads, const std::function<void()>& kernel);

// By text: what runs a kernel, given where its arguments lie.
using Kernels = std::map<std::string, std::function<void(const void*)>>;
template <typename Arguments>
std::function<void(const void*)> of_arguments(void (*kernel)(Arguments)) {
  return [kernel](const void* arguments) { kernel(*static_cast<const Arguments*>(arguments)); };
}

// Of the fiber that runs.
const Index& thread_index();
const Index& block_index();
const Index& grid_size();

// Of all threads of a block that have not ended; of so many at a named barrier; of lanes.
void meet_block();
void meet_named(int barrier, int threads, bool waits);
void meet_lanes(std::uint32_t mask);
// What lane `source` gave; all lanes of the mask come.
std::uint64_t exchanged(std::uint32_t mask, std::uint64_t given, int source);

// Sixteen bytes, until then none that mean anything.
void copy_ahead(std::uint32_t shared, const void* from);
void end_copies();
void wait_for_copies(int left);
// Places in shared memory, which is static, as the texts have them in 32 bits.
std::uint32_t shared_place(const void* address);

enum class Numbers { bf16, half, bytes };
// Products of a warp as mma.sync m16n8k16 and m16n8k32 define them: four registers of a, two of b.
void multiply(double (&d)[4], const std::uint32_t (&ab)[6], Numbers numbers);

template <typename To, typename From>
To bits_as(From from) {
  static_assert(sizeof(To) <= sizeof(std::uint64_t) && sizeof(From) <= sizeof(std::uint64_t));
  To to{};
  std::memcpy(&to, &from, std::min(sizeof(to), sizeof(from)));
  return to;
}
inline float of_bf16(std::uint32_t bits) {
  return bits_as<float>(bits << 16);
}
inline std::uint32_t to_bf16(float number) {
  const auto bits = bits_as<std::uint32_t>(number);
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fff;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}
inline float of_half(std::uint32_t bits) {
  return static_cast<float>(bits_as<_Float16>(static_cast<std::uint16_t>(bits)));
}
inline std::uint32_t to_half(float number) {
  return bits_as<std::uint16_t>(static_cast<_Float16>(number));
}
inline std::uint32_t pair(std::uint32_t low, std::uint32_t high) {
  return (low & 0xffff) | high << 16;
}
// To the nearest, at most 448; two as half precision.
std::uint32_t to_e4m3(float number);
std::uint32_t to_e5m2(float number);  // at most 57344
std::uint32_t halves_of_e4m3(std::uint32_t two);
std::uint32_t fma_bf16(std::uint32_t a, std::uint32_t b, std::uint32_t c);
std::uint32_t multiply_halves(std::uint32_t a, std::uint32_t b);
std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c, int table);

template <typename D>
void multiply_into(D (&d)[4], const std::uint32_t (&ab)[6], Numbers numbers) {
  double sums[4] = {static_cast<double>(d[0]), static_cast<double>(d[1]), static_cast<double>(d[2]),
                    static_cast<double>(d[3])};
  multiply(sums, ab, numbers);
  for (int i = 0; i < 4; ++i) d[i] = static_cast<D>(sums[i]);
}

}  // namespace emulated

// What CUDA's language has beside C++.
#define __device__
#define __forceinline__ inline
#define __global__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define threadIdx (emulated::thread_index())
#define blockIdx (emulated::block_index())
#define gridDim (emulated::grid_size())

struct float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
inline float4 __ldcs(const float4* address) {
  return *address;
}
inline uint2 __ldcs(const uint2* address) {
  return *address;
}
template <typename Value>
void __stcs(Value* address, Value value) {
  *address = value;
}

template <typename A, typename B>
auto min(A a, B b) {
  using Both = std::common_type_t<A, B>;
  return static_cast<Both>(a) < static_cast<Both>(b) ? static_cast<Both>(a) : static_cast<Both>(b);
}
template <typename A, typename B>
auto max(A a, B b) {
  using Both = std::common_type_t<A, B>;
  return static_cast<Both>(a) > static_cast<Both>(b) ? static_cast<Both>(a) : static_cast<Both>(b);
}
inline void __syncthreads() {
  emulated::meet_block();
}
inline void __syncwarp() {
  emulated::meet_lanes(0xffffffffU);
}
template <typename T>
T __shfl_sync(unsigned mask, T value, int source) {
  return emulated::bits_as<T>(
      emulated::exchanged(mask, emulated::bits_as<std::uint64_t>(value), source % 32));
}
template <typename T>
T __shfl_xor_sync(unsigned mask, T value, int offset) {
  return __shfl_sync(mask, value, static_cast<int>(threadIdx.x % 32) ^ offset);
}
inline unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value = max(value, __shfl_xor_sync(mask, value, offset));
  return value;
}
inline unsigned __reduce_min_sync(unsigned mask, unsigned value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value = min(value, __shfl_xor_sync(mask, value, offset));
  return value;
}
inline float __int_as_float(int bits) {
  return emulated::bits_as<float>(bits);
}
inline int __float_as_int(float number) {
  return emulated::bits_as<int>(number);
}
inline float __expf(float number) {
  return std::exp(number);
}
inline float rsqrtf(float number) {
  return 1 / std::sqrt(number);
}
inline float __fdividef(float a, float b) {
  return a / b;
}
inline unsigned __float_as_uint(float number) {
  return emulated::bits_as<unsigned>(number);
}
inline unsigned atomicMax(unsigned* at, unsigned value) {
  const auto before = *at;
  *at = max(before, value);
  return before;
}
inline int __popc(unsigned bits) {
  return std::popcount(bits);
}
unsigned __byte_perm(unsigned low, unsigned high, unsigned selector);
inline unsigned long long atomicMax(unsigned long long* at, unsigned long long value) {
  const auto before = *at;
  *at = max(before, value);
  return before;
}
inline unsigned atomicOr(unsigned* at, unsigned value) {
  const auto before = *at;
  *at |= value;
  return before;
}
inline std::uint32_t __cvta_generic_to_shared(const void* address) {
  return emulated::shared_place(address);
}
