// SPDX-License-Identifier: MIT
#include "hardware/rocm_smi_api.h"

namespace wgf::hardware::rocm {

Api::Api(const DynamicLibrary& library) {
  library.load(init, "rsmi_init");
  library.load(shut_down, "rsmi_shut_down");
  library.load(device_count, "rsmi_num_monitor_devices");
  library.load(version_text, "rsmi_version_str_get");
  library.load(name, "rsmi_dev_name_get");
  library.load(unique_id, "rsmi_dev_unique_id_get");
  library.load(pci_id, "rsmi_dev_pci_id_get");
  library.load(numa_node, "rsmi_topo_numa_affinity_get");
  library.load(memory_total, "rsmi_dev_memory_total_get");
  library.load(memory_usage, "rsmi_dev_memory_usage_get");
  library.load(memory_busy, "rsmi_dev_memory_busy_percent_get");
  library.load(busy, "rsmi_dev_busy_percent_get");
  library.load(power, "rsmi_dev_power_get");
  library.load(power_average, "rsmi_dev_power_ave_get");
  library.load(power_cap, "rsmi_dev_power_cap_get");
  library.load(power_cap_default, "rsmi_dev_power_cap_default_get");
  library.load(power_cap_range, "rsmi_dev_power_cap_range_get");
  library.load(energy, "rsmi_dev_energy_count_get");
  library.load(temperature, "rsmi_dev_temp_metric_get");
  library.load(clock, "rsmi_dev_gpu_clk_freq_get");
  library.load(ecc_blocks, "rsmi_dev_ecc_enabled_get");
  library.load(ecc_count, "rsmi_dev_ecc_count_get");
  library.load(retired_pages, "rsmi_dev_memory_reserved_pages_get");
  library.load(processes, "rsmi_compute_process_info_get");
  library.load(process_on_device, "rsmi_compute_process_info_by_device_get");
  library.load(link_type, "rsmi_topo_get_link_type");
  library.load(peer_access, "rsmi_is_P2P_accessible");
}

}  // namespace wgf::hardware::rocm
