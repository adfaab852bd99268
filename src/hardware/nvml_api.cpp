// SPDX-License-Identifier: MIT
#include "hardware/nvml_api.h"

namespace wgf::hardware::nvml {

Api::Api(const DynamicLibrary& library) {
  library.load(init, "nvmlInit_v2");
  library.load(shutdown, "nvmlShutdown");
  library.load(driver_version, "nvmlSystemGetDriverVersion");
  library.load(cuda_driver_version, "nvmlSystemGetCudaDriverVersion_v2");
  library.load(device_count, "nvmlDeviceGetCount_v2");
  library.load(device_by_index, "nvmlDeviceGetHandleByIndex_v2");
  library.load(name, "nvmlDeviceGetName");
  library.load(uuid, "nvmlDeviceGetUUID");
  library.load(memory_info, "nvmlDeviceGetMemoryInfo");
  library.load(pci_info, "nvmlDeviceGetPciInfo_v3");
  library.load(compute_capability, "nvmlDeviceGetCudaComputeCapability");
  library.load(pcie_generation, "nvmlDeviceGetCurrPcieLinkGeneration");
  library.load(pcie_width, "nvmlDeviceGetCurrPcieLinkWidth");
  library.load(pcie_generation_max, "nvmlDeviceGetMaxPcieLinkGeneration");
  library.load(pcie_width_max, "nvmlDeviceGetMaxPcieLinkWidth");
  library.load(power_usage, "nvmlDeviceGetPowerUsage");
  library.load(power_limit, "nvmlDeviceGetEnforcedPowerLimit");
  library.load(power_limit_default, "nvmlDeviceGetPowerManagementDefaultLimit");
  library.load(power_limit_range, "nvmlDeviceGetPowerManagementLimitConstraints");
  library.load(total_energy, "nvmlDeviceGetTotalEnergyConsumption");
  library.load(clock, "nvmlDeviceGetClockInfo");
  library.load(max_clock, "nvmlDeviceGetMaxClockInfo");
  library.load(temperature, "nvmlDeviceGetTemperature");
  library.load(utilization, "nvmlDeviceGetUtilizationRates");
  // The new name first: drivers from 535 on have both, later ones may drop the old.
  library.load(throttle_reasons, "nvmlDeviceGetCurrentClocksEventReasons");
  if (throttle_reasons == nullptr)
    library.load(throttle_reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  library.load(ecc_mode, "nvmlDeviceGetEccMode");
  library.load(mig_mode, "nvmlDeviceGetMigMode");
  library.load(most_slices, "nvmlDeviceGetMaxMigDeviceCount");
  library.load(slice_by_index, "nvmlDeviceGetMigDeviceHandleByIndex");
  library.load(persistence_mode, "nvmlDeviceGetPersistenceMode");
  library.load(ecc_errors, "nvmlDeviceGetTotalEccErrors");
  library.load(retired_pages, "nvmlDeviceGetRetiredPages");
  library.load(retired_pages_pending, "nvmlDeviceGetRetiredPagesPendingStatus");
  library.load(remapped_rows, "nvmlDeviceGetRemappedRows");
  library.load(compute_processes, "nvmlDeviceGetComputeRunningProcesses_v3");
  library.load(field_values, "nvmlDeviceGetFieldValues");
  library.load(common_ancestor, "nvmlDeviceGetTopologyCommonAncestor");
  library.load(link_state, "nvmlDeviceGetNvLinkState");
  library.load(link_remote_pci, "nvmlDeviceGetNvLinkRemotePciInfo_v2");
  library.load(link_remote_type, "nvmlDeviceGetNvLinkRemoteDeviceType");
  library.load(peer_status, "nvmlDeviceGetP2PStatus");
}

}  // namespace wgf::hardware::nvml
