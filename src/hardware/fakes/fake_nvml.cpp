// SPDX-License-Identifier: MIT
// Stands in for NVML in tests: two made-up H200s joined by 18 NVLinks through a switch. With
// mig=1 in WGF_FAKE_VALUES the first is divided into two slices at places 0 and 2. With
// WGF_FAKE_BARE it has nothing but the four functions without which there is no device, as a very
// old driver might.

#include <cstdio>
#include <cstring>

#include "hardware/fakes/fake_failures.h"
#include "hardware/nvml_api.h"

namespace nvml = wgf::hardware::nvml;
using nvml::Device;

namespace {

constexpr unsigned int gpu_count = 2;
constexpr int not_supported = 3;
[[maybe_unused]] constexpr int not_found = 6;
constexpr unsigned int slice_places = 3;
// A device handle is the address of its entry; behind the cards those of the slices.
char handles[gpu_count + slice_places];

[[maybe_unused]] unsigned int index_of(Device device) {
  return static_cast<unsigned int>(reinterpret_cast<char*>(device) - handles);
}

[[maybe_unused]] bool is_slice(Device device) {
  return index_of(device) >= gpu_count;
}

int put(unsigned int* out, unsigned int value) {
  *out = value;
  return 0;
}

// What WGF_FAKE_VALUES says of the name, else the value.
[[maybe_unused]] int put(unsigned int* out, const char* name, unsigned int value) {
  return put(out, static_cast<unsigned int>(fake_value(name, static_cast<long>(value))));
}

[[maybe_unused]] int put_text(char* out, unsigned int length, const char* text) {
  std::snprintf(out, length, "%s", text);
  return 0;
}

}  // namespace

#define FAIL_IF_ASKED()                              \
  do {                                               \
    if (should_fail(__func__)) return not_supported; \
  } while (false)

extern "C" {

int nvmlInit_v2() {
  return should_fail("nvmlInit_v2") && std::strcmp(std::getenv("WGF_FAKE_FAIL"), "all") != 0 ? 9
                                                                                             : 0;
}
int nvmlShutdown() {
  return 0;
}
int nvmlDeviceGetCount_v2(unsigned int* count) {
  return put(count, gpu_count);
}
int nvmlDeviceGetHandleByIndex_v2(unsigned int index, Device* device) {
  *device = reinterpret_cast<Device>(handles + index);
  return index < gpu_count ? 0 : 2;
}

#ifndef WGF_FAKE_BARE

int nvmlSystemGetDriverVersion(char* text, unsigned int length) {
  FAIL_IF_ASKED();
  return put_text(text, length, "580.95.05");
}
int nvmlSystemGetCudaDriverVersion_v2(int* version) {
  FAIL_IF_ASKED();
  *version = 13000;
  return 0;
}
int nvmlDeviceGetName(Device device, char* text, unsigned int length) {
  FAIL_IF_ASKED();
  return put_text(text, length, is_slice(device) ? "NVIDIA H200 MIG 1g.18gb" : "NVIDIA H200");
}
int nvmlDeviceGetUUID(Device device, char* text, unsigned int length) {
  FAIL_IF_ASKED();
  static constexpr const char* uuids[] = {"GPU-aaaa0000", "GPU-bbbb1111", "MIG-cccc2222", "",
                                          "MIG-dddd3333"};
  return put_text(text, length, uuids[index_of(device)]);
}
int nvmlDeviceGetMemoryInfo(Device device, nvml::Memory* memory) {
  FAIL_IF_ASKED();
  if (is_slice(device)) {
    *memory = {.total = 16'384ULL << 20, .free = 16'000ULL << 20, .used = 384ULL << 20};
    return 0;
  }
  *memory = {.total = 143'771ULL << 20, .free = 100'000ULL << 20, .used = 43'771ULL << 20};
  return 0;
}
int nvmlDeviceGetPciInfo_v3(Device device, nvml::PciInfo* pci) {
  FAIL_IF_ASKED();
  *pci = {};
  std::snprintf(pci->bus_id, sizeof pci->bus_id, "00000000:%s:00.0",
                index_of(device) == 0 ? "1B" : "43");
  return 0;
}
int nvmlDeviceGetCudaComputeCapability(Device, int* major, int* minor) {
  FAIL_IF_ASKED();
  *major = 9;
  *minor = 0;
  return 0;
}
int nvmlDeviceGetCurrPcieLinkGeneration(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, "pcie_generation", 4);
}
int nvmlDeviceGetCurrPcieLinkWidth(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, "pcie_width", 8);
}
int nvmlDeviceGetMaxPcieLinkGeneration(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, 5);
}
int nvmlDeviceGetMaxPcieLinkWidth(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, 16);
}
int nvmlDeviceGetPowerUsage(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, 345'000);
}
int nvmlDeviceGetEnforcedPowerLimit(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, "power_limit", 650'000);
}
int nvmlDeviceGetPowerManagementDefaultLimit(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, 700'000);
}
int nvmlDeviceGetPowerManagementLimitConstraints(Device, unsigned int* low, unsigned int* high) {
  FAIL_IF_ASKED();
  put(low, 200'000);
  return put(high, 700'500);
}
int nvmlDeviceGetTotalEnergyConsumption(Device, unsigned long long* millijoules) {
  FAIL_IF_ASKED();
  *millijoules = 12'345'678;
  return 0;
}
int nvmlDeviceGetClockInfo(Device, int type, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, type == nvml::clock_sm ? 1755 : 3201);
}
int nvmlDeviceGetMaxClockInfo(Device, int type, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, type == nvml::clock_sm ? 1980 : 3202);
}
int nvmlDeviceGetTemperature(Device, int, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, 61);
}
int nvmlDeviceGetUtilizationRates(Device, nvml::Utilization* out) {
  FAIL_IF_ASKED();
  *out = {.gpu = 98, .memory = 42};
  return 0;
}
#ifdef WGF_FAKE_OLD_NAME
int nvmlDeviceGetCurrentClocksThrottleReasons(Device, unsigned long long* bits) {
#else
int nvmlDeviceGetCurrentClocksEventReasons(Device, unsigned long long* bits) {
#endif
  FAIL_IF_ASKED();
  const char* wanted = std::getenv("WGF_FAKE_THROTTLE");
  *bits = wanted == nullptr ? 0 : std::strtoull(wanted, nullptr, 0);
  return 0;
}
int nvmlDeviceGetEccMode(Device, int* current, int* pending) {
  FAIL_IF_ASKED();
  *current = static_cast<int>(fake_value("ecc", 1));
  *pending = static_cast<int>(fake_value("ecc_pending", 1));
  return 0;
}
int nvmlDeviceGetMigMode(Device, unsigned int* current, unsigned int* pending) {
  FAIL_IF_ASKED();
  put(current, "mig", 0);
  return put(pending, "mig_pending", 0);
}
int nvmlDeviceGetMaxMigDeviceCount(Device, unsigned int* out) {
  FAIL_IF_ASKED();
  return put(out, slice_places);
}
int nvmlDeviceGetMigDeviceHandleByIndex(Device device, unsigned int index, Device* slice) {
  FAIL_IF_ASKED();
  *slice = reinterpret_cast<Device>(handles + gpu_count + index);
  return index_of(device) == 0 && index < slice_places && index != 1 ? 0 : not_found;
}
int nvmlDeviceGetPersistenceMode(Device, int* mode) {
  FAIL_IF_ASKED();
  *mode = static_cast<int>(fake_value("persistence", 1));
  return 0;
}
int nvmlDeviceGetTotalEccErrors(Device, int type, int counter, unsigned long long* out) {
  FAIL_IF_ASKED();
  const char* name = type == nvml::ecc_corrected       ? "ecc_corrected"
                     : counter == nvml::ecc_since_load ? "ecc_uncorrected"
                                                       : "ecc_uncorrected_ever";
  *out = static_cast<unsigned long long>(fake_value(name, 0));
  return 0;
}
int nvmlDeviceGetRetiredPages(Device, int cause, unsigned int* count, unsigned long long*) {
  FAIL_IF_ASKED();
  put(count, cause == nvml::retired_for_double_bit_error ? "retired_double" : "retired_single", 0);
  return *count == 0 ? 0 : nvml::insufficient_size;
}
int nvmlDeviceGetRetiredPagesPendingStatus(Device, int* pending) {
  FAIL_IF_ASKED();
  *pending = static_cast<int>(fake_value("retired_pending", 0));
  return 0;
}
int nvmlDeviceGetRemappedRows(Device, unsigned int* correctable, unsigned int* uncorrectable,
                              unsigned int* pending, unsigned int* failed) {
  FAIL_IF_ASKED();
  put(correctable, "remapped_correctable", 0);
  put(uncorrectable, "remapped_uncorrectable", 0);
  put(pending, "remap_pending", 0);
  return put(failed, "remap_failed", 0);
}
int nvmlDeviceGetComputeRunningProcesses_v3(Device device, unsigned int* count,
                                            nvml::ProcessInfo* out) {
  FAIL_IF_ASKED();
  const auto running = static_cast<unsigned int>(
      fake_value("processes", index_of(device) == 0 ? 2 : 100));  // more than a first guess holds
  if (*count < running) {
    *count = running;
    return nvml::insufficient_size;
  }
  *count = running;
  for (unsigned int i = 0; i < running; ++i) {
    out[i] = {.pid = 4'000'000 + i,
              .used_gpu_memory = i == 0 ? 777ULL : nvml::memory_not_available};
  }
  return 0;
}
int nvmlDeviceGetFieldValues(Device, int count, nvml::FieldValue* fields) {
  FAIL_IF_ASKED();
  for (int i = 0; i < count; ++i) {
    fields[i].result = 0;
    fields[i].value_type = nvml::value_is_unsigned;
    fields[i].value.as_unsigned =
        fields[i].field_id == nvml::field_memory_temperature ? 77 : 351'500;
  }
  return 0;
}
int nvmlDeviceGetTopologyCommonAncestor(Device, Device, int* level) {
  FAIL_IF_ASKED();
  *level = 40;
  return 0;
}
int nvmlDeviceGetNvLinkState(Device, unsigned int link, int* active) {
  FAIL_IF_ASKED();
  *active = static_cast<long>(link) < fake_value("links_up", 18) ? 1 : 0;
  return link < 18 ? 0 : 2;
}
int nvmlDeviceGetNvLinkRemotePciInfo_v2(Device, unsigned int link, nvml::PciInfo* pci) {
  FAIL_IF_ASKED();
  *pci = {};
  std::snprintf(pci->bus_id, sizeof pci->bus_id, "00000000:%02X:00.0", 0xC0 + link % 4);
  return 0;
}
int nvmlDeviceGetNvLinkRemoteDeviceType(Device, unsigned int, int* type) {
  FAIL_IF_ASKED();
  *type = nvml::link_to_switch;
  return 0;
}
int nvmlDeviceGetP2PStatus(Device, Device, int, int* status) {
  FAIL_IF_ASKED();
  *status = 0;
  return 0;
}

#endif

}  // extern "C"
