// SPDX-License-Identifier: MIT
#pragma once
// The part of AMD's ROCm SMI library that is used, declared here so that building needs no SDK.
// Layouts and numbers are those of rocm_smi.h (5.2 to 7); only functions that read are declared.

#include <cstddef>
#include <cstdint>

#include "base/dynamic_library.h"
#include "hardware/vendor_call.h"

namespace wgf::hardware::rocm {

using Status = int;  // 0 is success
using Device = std::uint32_t;

// Not supported, no permission, not initialized, not yet implemented.
constexpr bool is_refusal(Status status) {
  return status == 2 || status == 4 || status == 8 || status == 9;
}

// Both shapes of rsmi_frequencies_t: ROCm 6 put a flag before the counts and one more frequency.
struct Frequencies5 {
  std::uint32_t count, current;
  std::uint64_t hertz[32];
};
struct Frequencies6 {
  bool has_deep_sleep;
  std::uint32_t count, current;
  std::uint64_t hertz[33];
};
static_assert(sizeof(Frequencies5) == 264 && sizeof(Frequencies6) == 280);

// Room for either; which one the library filled is told by the content (see rocm_smi.cpp).
union Frequencies {
  Frequencies6 v6;
  Frequencies5 v5;
};

struct ProcessInfo {
  std::uint32_t process_id, pasid;
  std::uint64_t vram_usage, sdma_usage;
  std::uint32_t cu_occupancy;
};
static_assert(sizeof(ProcessInfo) == 32);

struct ErrorCount {
  std::uint64_t corrected, uncorrected;
};
static_assert(sizeof(ErrorCount) == 16);

inline constexpr int ecc_block_count = 14;  // bits 0 (UMC) to 13 (FUSE) of rsmi_gpu_block_t
inline constexpr int memory_vram = 0;
inline constexpr int clock_system = 0;
inline constexpr int clock_memory = 4;
inline constexpr std::uint32_t sensor_edge = 0;
inline constexpr std::uint32_t sensor_junction = 1;
inline constexpr std::uint32_t sensor_memory = 2;
inline constexpr int temperature_current = 0;
inline constexpr int driver_component = 0;
inline constexpr int link_xgmi = 2;

// Null where the library has no such function.
struct Api {
  Status (*init)(std::uint64_t flags) = nullptr;
  Status (*shut_down)() = nullptr;
  Status (*device_count)(std::uint32_t*) = nullptr;
  Status (*version_text)(int component, char*, std::uint32_t) = nullptr;
  Status (*name)(Device, char*, std::size_t) = nullptr;
  Status (*unique_id)(Device, std::uint64_t*) = nullptr;
  Status (*pci_id)(Device, std::uint64_t*) = nullptr;
  Status (*numa_node)(Device, std::int32_t*) = nullptr;
  Status (*memory_total)(Device, int type, std::uint64_t*) = nullptr;
  Status (*memory_usage)(Device, int type, std::uint64_t*) = nullptr;
  Status (*memory_busy)(Device, std::uint32_t*) = nullptr;                  // percent
  Status (*busy)(Device, std::uint32_t*) = nullptr;                         // percent
  Status (*power)(Device, std::uint64_t* microwatts, int* type) = nullptr;  // from ROCm 6 on
  Status (*power_average)(Device, std::uint32_t sensor, std::uint64_t* microwatts) = nullptr;
  Status (*power_cap)(Device, std::uint32_t sensor, std::uint64_t* microwatts) = nullptr;
  Status (*power_cap_default)(Device, std::uint64_t* microwatts) = nullptr;
  Status (*power_cap_range)(Device, std::uint32_t sensor, std::uint64_t* max,
                            std::uint64_t* min) = nullptr;
  // Counter × resolution is microjoules.
  Status (*energy)(Device, std::uint64_t* counter, float* resolution,
                   std::uint64_t* nanoseconds) = nullptr;
  Status (*temperature)(Device, std::uint32_t sensor, int metric,
                        std::int64_t* millidegrees) = nullptr;
  Status (*clock)(Device, int type, Frequencies*) = nullptr;
  Status (*ecc_blocks)(Device, std::uint64_t*) = nullptr;
  Status (*ecc_count)(Device, int block, ErrorCount*) = nullptr;
  // The records themselves are not asked for, so that their layout need not be known.
  Status (*retired_pages)(Device, std::uint32_t* count, void* records) = nullptr;
  Status (*processes)(ProcessInfo*, std::uint32_t* count) = nullptr;
  Status (*process_on_device)(std::uint32_t pid, Device, ProcessInfo*) = nullptr;
  Status (*link_type)(Device, Device, std::uint64_t* hops, int* type) = nullptr;
  Status (*peer_access)(Device, Device, bool*) = nullptr;

  explicit Api(const DynamicLibrary& library);
};

}  // namespace wgf::hardware::rocm
