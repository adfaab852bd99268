// SPDX-License-Identifier: MIT
// Stands in for ROCm SMI in tests: two made-up MI300Xs joined by xGMI. WGF_FAKE_OLD_LAYOUT gives
// clocks in the shape of ROCm 5.

#include <cstdio>
#include <cstring>

#include "hardware/fakes/fake_failures.h"
#include "hardware/rocm_smi_api.h"

namespace rocm = wgf::hardware::rocm;
using rocm::Device;

namespace {
constexpr int not_supported = 2;

template <typename Table>
void fill(Table& table, int type) {
  table.count = 3;
  table.current = 1;
  table.hertz[0] = 500'000'000;
  table.hertz[1] = type == rocm::clock_memory ? 900'000'000 : 1'500'000'000;
  table.hertz[2] = type == rocm::clock_memory ? 1'300'000'000 : 2'100'000'000;
}

int put(std::uint64_t* out, std::uint64_t value) {
  *out = value;
  return 0;
}
}  // namespace

#define FAIL_IF_ASKED()                              \
  do {                                               \
    if (should_fail(__func__)) return not_supported; \
  } while (false)

extern "C" {

int rsmi_init(std::uint64_t) {
  return should_fail("rsmi_init") && std::strcmp(std::getenv("WGF_FAKE_FAIL"), "all") != 0 ? 8 : 0;
}
int rsmi_shut_down() {
  return 0;
}
int rsmi_num_monitor_devices(std::uint32_t* count) {
  *count = 2;
  return 0;
}
int rsmi_version_str_get(int, char* text, std::uint32_t length) {
  FAIL_IF_ASKED();
  std::snprintf(text, length, "6.8.5");
  return 0;
}
int rsmi_dev_name_get(Device, char* text, std::size_t length) {
  FAIL_IF_ASKED();
  std::snprintf(text, length, "AMD Instinct MI300X");
  return 0;
}
int rsmi_dev_unique_id_get(Device device, std::uint64_t* id) {
  FAIL_IF_ASKED();
  return put(id, 0xabc0 + device);
}
int rsmi_dev_pci_id_get(Device device, std::uint64_t* id) {
  FAIL_IF_ASKED();
  return put(id, device == 0 ? 0x0000'0001'0000'c100 : 0xc508);  // 0001:c1:00.0 and 0000:c5:01.0
}
int rsmi_topo_numa_affinity_get(Device device, std::int32_t* node) {
  FAIL_IF_ASKED();
  *node = static_cast<std::int32_t>(device);
  return 0;
}
int rsmi_dev_memory_total_get(Device, int, std::uint64_t* bytes) {
  FAIL_IF_ASKED();
  return put(bytes, 2000);
}
int rsmi_dev_memory_usage_get(Device, int, std::uint64_t* bytes) {
  FAIL_IF_ASKED();
  return put(bytes, 500);
}
int rsmi_dev_memory_busy_percent_get(Device, std::uint32_t* percent) {
  FAIL_IF_ASKED();
  *percent = 33;
  return 0;
}
int rsmi_dev_busy_percent_get(Device, std::uint32_t* percent) {
  FAIL_IF_ASKED();
  *percent = 87;
  return 0;
}
int rsmi_dev_power_get(Device, std::uint64_t* microwatts, int* type) {
  FAIL_IF_ASKED();
  *type = 1;
  return put(microwatts, 412'500'000);
}
int rsmi_dev_power_ave_get(Device, std::uint32_t, std::uint64_t* microwatts) {
  FAIL_IF_ASKED();
  return put(microwatts, 400'000'000);
}
int rsmi_dev_power_cap_get(Device, std::uint32_t, std::uint64_t* microwatts) {
  FAIL_IF_ASKED();
  return put(microwatts, 750'000'000);
}
int rsmi_dev_power_cap_default_get(Device, std::uint64_t* microwatts) {
  FAIL_IF_ASKED();
  return put(microwatts, 750'000'000);
}
int rsmi_dev_power_cap_range_get(Device, std::uint32_t, std::uint64_t* high, std::uint64_t* low) {
  FAIL_IF_ASKED();
  put(low, 0);
  return put(high, 750'000'000);
}
int rsmi_dev_energy_count_get(Device, std::uint64_t* counter, float* resolution,
                              std::uint64_t* nanoseconds) {
  FAIL_IF_ASKED();
  *resolution = 15.25F;
  *nanoseconds = 1;
  return put(counter, 2'000'000);  // × 15.25 µJ = 30.5 J
}
int rsmi_dev_temp_metric_get(Device, std::uint32_t sensor, int, std::int64_t* millidegrees) {
  FAIL_IF_ASKED();
  *millidegrees = sensor == rocm::sensor_memory ? 48'000 : 55'500;
  return sensor == rocm::sensor_edge ? not_supported : 0;
}
int rsmi_dev_gpu_clk_freq_get(Device, int type, rocm::Frequencies* frequencies) {
  FAIL_IF_ASKED();
  if (std::getenv("WGF_FAKE_OLD_LAYOUT") != nullptr)
    fill(frequencies->v5, type);
  else
    fill(frequencies->v6, type);
  return 0;
}
int rsmi_dev_ecc_enabled_get(Device, std::uint64_t* blocks) {
  FAIL_IF_ASKED();
  return put(blocks, 5);
}
int rsmi_dev_ecc_count_get(Device, int block, rocm::ErrorCount* out) {
  FAIL_IF_ASKED();
  if (block != 1 && block != 4) return not_supported;  // only memory and graphics have ECC
  out->corrected = static_cast<std::uint64_t>(fake_value("ecc_corrected", 2));
  out->uncorrected = static_cast<std::uint64_t>(fake_value("ecc_uncorrected", 0));
  return 0;
}
int rsmi_dev_memory_reserved_pages_get(Device, std::uint32_t* count, void* records) {
  FAIL_IF_ASKED();
  *count = static_cast<std::uint32_t>(fake_value("retired", 0));
  return records == nullptr ? 0 : not_supported;
}
int rsmi_compute_process_info_get(rocm::ProcessInfo* out, std::uint32_t* count) {
  FAIL_IF_ASKED();
  if (out != nullptr && *count >= 2) {
    out[0] = {.process_id = 71};
    out[1] = {.process_id = 72};
  }
  *count = 2;
  return 0;
}
int rsmi_compute_process_info_by_device_get(std::uint32_t pid, Device device,
                                            rocm::ProcessInfo* out) {
  FAIL_IF_ASKED();
  *out = {.process_id = pid, .vram_usage = 250};
  return pid == 71 + device ? 0 : 6;  // one process on each
}
int rsmi_topo_get_link_type(Device, Device, std::uint64_t* hops, int* type) {
  FAIL_IF_ASKED();
  *hops = 1;
  *type = rocm::link_xgmi;
  return 0;
}
int rsmi_is_P2P_accessible(Device, Device, bool* accessible) {
  FAIL_IF_ASKED();
  *accessible = true;
  return 0;
}

}  // extern "C"
