// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "hardware/fakes/environment_guard.h"
#include "hardware/gpu_vendor.h"

namespace wgf::hardware {
namespace {

using ::testing::IsEmpty;

const char* const rocm_smi_variable = "WGF_ROCM_SMI_LIBRARY";

TEST(RocmSmi, DescribesWhatTheDriverReports) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const auto vendor = open_rocm_smi();
  ASSERT_NE(vendor, nullptr);
  EXPECT_EQ(vendor->driver_version(), "6.8.5");
  const auto gpus = vendor->devices();
  ASSERT_EQ(gpus.size(), 2u);
  const GpuInfo& gpu = gpus[0];
  EXPECT_EQ(gpu.vendor, "AMD");
  EXPECT_EQ(gpu.name, "AMD Instinct MI300X");
  EXPECT_EQ(gpu.uuid, "GPU-000000000000abc0");
  EXPECT_EQ(gpu.pci_id, "0001:c1:00.0");
  EXPECT_EQ(gpus[1].pci_id, "0000:c5:01.0");
  EXPECT_EQ(gpu.memory_total, Bytes(2000));
  EXPECT_EQ(gpu.power_limit, Watts(750));
  EXPECT_EQ(gpu.power_limit_min, Watts(0));
  EXPECT_EQ(gpu.ecc, true);
  EXPECT_EQ(gpu.max_sm_clock_mhz, 2100);
  EXPECT_EQ(gpu.max_memory_clock_mhz, 1300);
  EXPECT_EQ(gpus[1].numa_node, 1);
  EXPECT_EQ(gpu.mig, std::nullopt);
}

TEST(RocmSmi, ReadsHealth) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const EnvironmentGuard values("WGF_FAKE_VALUES", "ecc_uncorrected=1,retired=5");
  const GpuHealth health = open_rocm_smi()->health(0);
  EXPECT_EQ(health.ecc_corrected, 4);  // two in each of two blocks
  EXPECT_EQ(health.ecc_uncorrected, 2);
  EXPECT_EQ(health.retired_pages, 5);
  EXPECT_FALSE(health.row_remaps.has_value());
}

TEST(RocmSmi, ReadsSensors) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const GpuReading reading = open_rocm_smi()->read(1);
  EXPECT_EQ(reading.sm_clock_mhz, 1500);
  EXPECT_EQ(reading.memory_clock_mhz, 900);
  EXPECT_EQ(reading.power, Watts(412.5));
  ASSERT_TRUE(reading.energy.has_value());
  EXPECT_DOUBLE_EQ(reading.energy->value, 30.5);
  EXPECT_EQ(reading.temperature_c, 55.5);  // of the hottest spot: there is no edge sensor
  EXPECT_EQ(reading.memory_temperature_c, 48);
  EXPECT_EQ(reading.gpu_utilization, 87);
  EXPECT_EQ(reading.memory_utilization, 33);
  EXPECT_EQ(reading.memory_free, Bytes(1500));
  EXPECT_EQ(reading.throttle_reasons, std::nullopt);
}

TEST(RocmSmi, UnderstandsTheClocksOfRocm5) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const EnvironmentGuard layout("WGF_FAKE_OLD_LAYOUT", "1");
  const auto vendor = open_rocm_smi();
  EXPECT_EQ(vendor->read(0).sm_clock_mhz, 1500);
  EXPECT_EQ(vendor->devices()[0].max_sm_clock_mhz, 2100);
}

TEST(RocmSmi, TakesAveragePowerFromOlderLibraries) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const EnvironmentGuard failing("WGF_FAKE_FAIL", "rsmi_dev_power_get");
  EXPECT_EQ(open_rocm_smi()->read(0).power, Watts(400));
}

TEST(RocmSmi, ListsLinksAndTheProcessesOfEachDevice) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const auto vendor = open_rocm_smi();
  const auto links = vendor->links();
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].kind, "XGMI");
  EXPECT_EQ(links[0].peer_access, true);
  const auto processes = vendor->processes(1).value();
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_EQ(processes[0].pid, 72);
  EXPECT_EQ(processes[0].memory, Bytes(250));
}

TEST(RocmSmi, EveryFailingFunctionIsAnAbsentReading) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const EnvironmentGuard failing("WGF_FAKE_FAIL", "all");
  const auto vendor = open_rocm_smi();
  ASSERT_NE(vendor, nullptr);
  const auto gpus = vendor->devices();
  ASSERT_EQ(gpus.size(), 2u);
  EXPECT_EQ(gpus[0].name, "");
  EXPECT_EQ(gpus[0].memory_total, std::nullopt);
  EXPECT_EQ(gpus[0].power_limit, std::nullopt);
  const GpuReading reading = vendor->read(0);
  EXPECT_EQ(reading.power, std::nullopt);
  EXPECT_EQ(reading.energy, std::nullopt);
  EXPECT_EQ(reading.sm_clock_mhz, std::nullopt);
  EXPECT_EQ(reading.temperature_c, std::nullopt);
  EXPECT_EQ(reading.memory_free, std::nullopt);
  EXPECT_EQ(vendor->processes(0), std::nullopt);
  EXPECT_EQ(vendor->links()[0].kind, "");
}

TEST(RocmSmi, ProcessesThatItDoesNotTellAreNotNone) {
  const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  for (const char* function :
       {"rsmi_compute_process_info_get", "rsmi_compute_process_info_by_device_get"}) {
    const EnvironmentGuard failing("WGF_FAKE_FAIL", function);
    EXPECT_EQ(open_rocm_smi()->processes(0), std::nullopt) << function;
  }
}

TEST(RocmSmi, IsAbsentWithoutLibraryOrDriver) {
  {
    const EnvironmentGuard library(rocm_smi_variable, "");
    EXPECT_EQ(open_rocm_smi(), nullptr);
  }
  {
    const EnvironmentGuard library(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
    const EnvironmentGuard failing("WGF_FAKE_FAIL", "rsmi_init");
    EXPECT_EQ(open_rocm_smi(), nullptr);
  }
  const EnvironmentGuard library(rocm_smi_variable,
                                 WGF_FAKE_NVML);  // a library without its functions
  EXPECT_EQ(open_rocm_smi(), nullptr);
}

TEST(GpuVendors, ListsTheGpusOfEveryVendor) {
  const EnvironmentGuard nvml("WGF_NVML_LIBRARY", WGF_FAKE_NVML);
  const EnvironmentGuard rocm(rocm_smi_variable, WGF_FAKE_ROCM_SMI);
  const auto vendors = open_gpu_vendors();
  const auto gpus = all_gpus(vendors);
  ASSERT_EQ(gpus.size(), 4u);
  EXPECT_EQ(gpus[0].info.vendor, "NVIDIA");
  EXPECT_EQ(gpus[3].info.vendor, "AMD");
  EXPECT_EQ(gpus[3].vendor->read(gpus[3].info.index).power, Watts(412.5));
}

TEST(GpuVendors, AreNoneOnAMachineWithout) {
  const EnvironmentGuard nvml("WGF_NVML_LIBRARY", "");
  const EnvironmentGuard rocm(rocm_smi_variable, "");
  EXPECT_THAT(open_gpu_vendors(), IsEmpty());
}

}  // namespace
}  // namespace wgf::hardware
