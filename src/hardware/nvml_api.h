// SPDX-License-Identifier: MIT
#pragma once
// The part of NVIDIA's management library (NVML) that is used, declared here so that building needs
// no SDK. Layouts and numbers are those of nvml.h, the interface version every driver since 450
// keeps; only functions that read are declared.

#include "base/dynamic_library.h"
#include "hardware/vendor_call.h"

namespace wgf::hardware::nvml {

using Return = int;  // 0 is success
using Device = struct DeviceRecord*;

struct Memory {
  unsigned long long total, free, used;
};
static_assert(sizeof(Memory) == 24);

struct PciInfo {
  char bus_id_legacy[16];
  unsigned int domain, bus, device, pci_device_id, pci_sub_system_id;
  char bus_id[32];
};
static_assert(sizeof(PciInfo) == 68);

struct Utilization {
  unsigned int gpu, memory;  // percent
};
static_assert(sizeof(Utilization) == 8);

struct ProcessInfo {  // third version of the call
  unsigned int pid;
  unsigned long long used_gpu_memory;
  unsigned int gpu_instance_id, compute_instance_id;
};
static_assert(sizeof(ProcessInfo) == 24);

union Value {
  double as_double;
  int as_int;
  unsigned int as_unsigned;
  unsigned long long as_unsigned_long_long;
};

struct FieldValue {
  unsigned int field_id, scope_id;
  long long timestamp, latency_us;
  int value_type;
  Return result;  // of this field
  Value value;
};
static_assert(sizeof(FieldValue) == 40);

inline constexpr Return insufficient_size = 7;
inline constexpr unsigned long long memory_not_available = ~0ULL;
inline constexpr unsigned int name_size = 96;
inline constexpr unsigned int uuid_size = 96;
inline constexpr unsigned int version_size = 80;
inline constexpr unsigned int max_links = 36;
inline constexpr int clock_sm = 1;
inline constexpr int clock_memory = 2;
inline constexpr int sensor_die = 0;
inline constexpr int link_to_switch = 2;  // remote device type of an NVLink
inline constexpr int peer_read = 0;
inline constexpr unsigned int field_memory_temperature = 82;
inline constexpr unsigned int field_power_instant = 186;
inline constexpr int value_is_unsigned = 1;
inline constexpr int ecc_corrected = 0;
inline constexpr int ecc_uncorrected = 1;
inline constexpr int ecc_since_load = 0;
inline constexpr int ecc_ever = 1;
inline constexpr int retired_for_single_bit_errors = 0;
inline constexpr int retired_for_double_bit_error = 1;

enum ThrottleBit : unsigned long long {
  gpu_idle = 0x1,
  applications_clocks = 0x2,
  sw_power_cap = 0x4,
  hw_slowdown = 0x8,
  sync_boost = 0x10,
  sw_thermal_slowdown = 0x20,
  hw_thermal_slowdown = 0x40,
  hw_power_brake = 0x80,
  display_clock = 0x100,
};

using ReadNumber = Return(Device, unsigned int*);
using ReadClock = Return(Device, int, unsigned int*);
using ReadText = Return(Device, char*, unsigned int);
using ReadSwitch = Return(Device, int*);

// Null where the driver has no such function.
struct Api {
  Return (*init)() = nullptr;
  Return (*shutdown)() = nullptr;
  Return (*driver_version)(char*, unsigned int) = nullptr;
  Return (*cuda_driver_version)(int*) = nullptr;
  Return (*device_count)(unsigned int*) = nullptr;
  Return (*device_by_index)(unsigned int, Device*) = nullptr;
  ReadText* name = nullptr;
  ReadText* uuid = nullptr;
  Return (*memory_info)(Device, Memory*) = nullptr;
  Return (*pci_info)(Device, PciInfo*) = nullptr;
  Return (*compute_capability)(Device, int*, int*) = nullptr;
  ReadNumber* pcie_generation = nullptr;
  ReadNumber* pcie_width = nullptr;
  ReadNumber* pcie_generation_max = nullptr;
  ReadNumber* pcie_width_max = nullptr;
  ReadNumber* power_usage = nullptr;  // mW
  ReadNumber* power_limit = nullptr;  // mW, the one in force
  ReadNumber* power_limit_default = nullptr;
  Return (*power_limit_range)(Device, unsigned int*, unsigned int*) = nullptr;
  Return (*total_energy)(Device, unsigned long long*) = nullptr;  // mJ
  ReadClock* clock = nullptr;                                     // MHz
  ReadClock* max_clock = nullptr;
  ReadClock* temperature = nullptr;
  Return (*utilization)(Device, Utilization*) = nullptr;
  Return (*throttle_reasons)(Device, unsigned long long*) = nullptr;
  Return (*ecc_mode)(Device, int*, int*) = nullptr;
  Return (*mig_mode)(Device, unsigned int*, unsigned int*) = nullptr;
  ReadNumber* most_slices = nullptr;  // that a card can be divided into
  Return (*slice_by_index)(Device card, unsigned int, Device* slice) = nullptr;
  ReadSwitch* persistence_mode = nullptr;
  // Memory: how often it erred, and what was put out of use for it.
  Return (*ecc_errors)(Device, int type, int counter, unsigned long long*) = nullptr;
  Return (*retired_pages)(Device, int cause, unsigned int* count, unsigned long long*) = nullptr;
  ReadSwitch* retired_pages_pending = nullptr;
  Return (*remapped_rows)(Device, unsigned int*, unsigned int*, unsigned int*,
                          unsigned int*) = nullptr;
  Return (*compute_processes)(Device, unsigned int*, ProcessInfo*) = nullptr;
  Return (*field_values)(Device, int, FieldValue*) = nullptr;
  Return (*common_ancestor)(Device, Device, int*) = nullptr;
  Return (*link_state)(Device, unsigned int, int*) = nullptr;
  Return (*link_remote_pci)(Device, unsigned int, PciInfo*) = nullptr;
  Return (*link_remote_type)(Device, unsigned int, int*) = nullptr;
  Return (*peer_status)(Device, Device, int, int*) = nullptr;

  explicit Api(const DynamicLibrary& library);
};

}  // namespace wgf::hardware::nvml
