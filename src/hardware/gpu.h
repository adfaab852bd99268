// SPDX-License-Identifier: MIT
#pragma once
// What a GPU is (GpuInfo) and what its sensors say now (GpuReading). Every value a driver may
// refuse is optional: absent means "cannot be read", never zero.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace wgf::hardware {

// A process that holds memory on the GPU.
struct GpuProcess {
  std::int64_t pid = 0;
  std::optional<Bytes> memory;
};

// A process that is not ours and not a child of ours: its work disturbs the measurement.
using ForeignProcess = GpuProcess;

// A part of a card that programs use as a device of its own (NVIDIA's MIG).
struct GpuSlice {
  std::string name;  // "NVIDIA H200 MIG 1g.18gb"
  std::string uuid;  // "MIG-8f1c…"; empty: not readable
  std::optional<Bytes> memory_total, memory_free;
};

struct GpuInfo {
  int index = 0;       // the vendor library's, which environment variables do not reorder
  std::string vendor;  // "NVIDIA", "AMD"
  std::string name;    // as the driver reports it: "NVIDIA H200"
  std::string uuid;    // "GPU-8f1c…"; empty: not readable
  std::string pci_id;  // "0000:1b:00.0"; empty: not readable
  std::optional<Bytes> memory_total;
  std::string driver_version;
  std::string cuda_driver_version;  // highest CUDA the driver serves, "13.0"; empty: not readable
  std::string compute_capability;   // "9.0"; "gfx942" for AMD where readable
  std::optional<int> pcie_generation, pcie_width, pcie_generation_max, pcie_width_max;
  std::optional<Watts> power_limit, power_limit_default, power_limit_min, power_limit_max;
  std::optional<bool> ecc, mig, persistence;
  std::vector<GpuSlice> slices;  // those made of the card where mig is on
  std::optional<int> max_sm_clock_mhz, max_memory_clock_mhz;
  std::optional<int> numa_node;
};

struct GpuReading {
  std::optional<double> sm_clock_mhz, memory_clock_mhz;
  std::optional<Watts> power;
  std::optional<Joules> energy;  // counter since the driver was loaded: differences mean something
  std::optional<double> temperature_c, memory_temperature_c;
  std::optional<double> gpu_utilization, memory_utilization;  // percent
  std::optional<Bytes> memory_used, memory_free, memory_total;
  // Set where the driver answers: "power_cap", "hw_slowdown", "hw_thermal", "hw_power_brake",
  // "sync_boost", "sw_thermal", "display_clock"; "thermal" where a driver does not say what slows
  // down. Idle and requested clocks are no throttling.
  std::optional<std::vector<std::string>> throttle_reasons;
};

// How two GPUs reach each other.
struct GpuLink {
  int from = 0, to = 0;  // GpuInfo::index
  std::string kind;      // "NV18" (18 NVLinks), "XGMI", "PIX", "PXB", "PHB", "NODE", "SYS"
  std::optional<bool> peer_access;
};

// cuda:0 need not be the driver's GPU 0 (CUDA_VISIBLE_DEVICES, CUDA_DEVICE_ORDER): engines find
// theirs by bus id or UUID. "0000:1B:00.0", "00000000:1b:00.0" and "1b:00.0" are one place; "8f1c…"
// is "GPU-8f1c…". A slice is found as the card it is of.
const GpuInfo* find_gpu_by_pci_bus_id(std::span<const GpuInfo> gpus, std::string_view pci_bus_id);
const GpuInfo* find_gpu_by_uuid(std::span<const GpuInfo> gpus, std::string_view uuid);

// The slice a program gets of a card in MIG mode: that with the UUID, else that which
// CUDA_VISIBLE_DEVICES names, else the first, which CUDA takes by itself. Null where there is none.
const GpuSlice* slice_in_use(const GpuInfo& gpu, std::string_view uuid,
                             std::optional<std::string_view> visible_devices);
const GpuSlice* slice_in_use(const GpuInfo& gpu, std::string_view uuid);  // of this process

// "0000:1b:00.0": four digits of domain unless more are needed, lower case.
std::string normalized_pci_id(std::string_view pci_bus_id);

// The N of cuda:N for each NVIDIA GPU of the list, in its order (PCI): with CUDA_VISIBLE_DEVICES
// (indices or UUIDs, "1,0", "GPU-8f…" or "MIG-8f…") only those named up to the first that is not
// there. Nothing: not visible to CUDA. Machines of mixed GPUs may be ordered fastest first by CUDA
// unless CUDA_DEVICE_ORDER=PCI_BUS_ID.
std::vector<std::optional<int>> cuda_ordinals(std::span<const GpuInfo> gpus,
                                              std::optional<std::string_view> visible_devices);

// The same with CUDA_VISIBLE_DEVICES of this process.
std::vector<std::optional<int>> visible_ordinals(std::span<const GpuInfo> gpus);

// Processes other than own_pid and its descendants (an engine of ours). Within a container the
// driver may name processes by numbers of the host: compare with those seen before ours began.
std::vector<ForeignProcess> foreign_processes(std::span<const GpuProcess> processes,
                                              std::int64_t own_pid,
                                              const std::filesystem::path& root = "/");

}  // namespace wgf::hardware
