// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <filesystem>

#include "hardware/fakes/environment_guard.h"
#include "hardware/gpu_vendor.h"

namespace wgf::hardware {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const char* const library_variable = "WGF_NVML_LIBRARY";

TEST(Nvml, DescribesWhatTheDriverReports) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const auto vendor = open_nvml();
  ASSERT_NE(vendor, nullptr);
  EXPECT_EQ(vendor->driver_version(), "580.95.05");
  const auto gpus = vendor->devices();
  ASSERT_EQ(gpus.size(), 2u);
  const GpuInfo& gpu = gpus[0];
  EXPECT_EQ(gpu.vendor, "NVIDIA");
  EXPECT_EQ(gpu.name, "NVIDIA H200");
  EXPECT_EQ(gpu.uuid, "GPU-aaaa0000");
  EXPECT_EQ(gpu.pci_id, "0000:1b:00.0");
  EXPECT_EQ(gpus[1].pci_id, "0000:43:00.0");
  EXPECT_EQ(gpu.cuda_driver_version, "13.0");
  EXPECT_EQ(gpu.compute_capability, "9.0");
  EXPECT_EQ(gpu.memory_total, Bytes(143771 * mebi));
  EXPECT_EQ(gpu.pcie_generation, 4);
  EXPECT_EQ(gpu.pcie_width, 8);
  EXPECT_EQ(gpu.pcie_generation_max, 5);
  EXPECT_EQ(gpu.pcie_width_max, 16);
  EXPECT_EQ(gpu.power_limit, Watts(650));
  EXPECT_EQ(gpu.power_limit_default, Watts(700));
  EXPECT_EQ(gpu.power_limit_min, Watts(200));
  EXPECT_EQ(gpu.power_limit_max, Watts(700.5));
  EXPECT_EQ(gpu.ecc, true);
  EXPECT_EQ(gpu.mig, false);
  EXPECT_EQ(gpu.persistence, true);
  EXPECT_EQ(gpu.max_sm_clock_mhz, 1980);
  EXPECT_EQ(gpu.max_memory_clock_mhz, 3202);
}

TEST(Nvml, DescribesTheSlicesOfACardInMigMode) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  EXPECT_THAT(open_nvml()->devices()[0].slices, IsEmpty());
  const EnvironmentGuard mig("WGF_FAKE_VALUES", "mig=1");
  const GpuInfo gpu = open_nvml()->devices()[0];
  EXPECT_EQ(gpu.mig, true);
  EXPECT_EQ(gpu.memory_total, Bytes(143771 * mebi));
  ASSERT_EQ(gpu.slices.size(), 2u);
  EXPECT_EQ(gpu.slices[0].name, "NVIDIA H200 MIG 1g.18gb");
  EXPECT_EQ(gpu.slices[0].uuid, "MIG-cccc2222");
  EXPECT_EQ(gpu.slices[0].memory_total, Bytes(16384 * mebi));
  EXPECT_EQ(gpu.slices[0].memory_free, Bytes(16000 * mebi));
  EXPECT_EQ(gpu.slices[1].uuid, "MIG-dddd3333");
  // A driver that does not tell leaves the slices unknown, not the card's memory theirs.
  const EnvironmentGuard failing("WGF_FAKE_FAIL", "nvmlDeviceGetMigDeviceHandleByIndex");
  EXPECT_THAT(open_nvml()->devices()[0].slices, IsEmpty());
}

TEST(Nvml, ReadsEverySensor) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const auto vendor = open_nvml();
  const GpuReading reading = vendor->read(0);
  EXPECT_EQ(reading.sm_clock_mhz, 1755);
  EXPECT_EQ(reading.memory_clock_mhz, 3201);
  EXPECT_EQ(reading.power, Watts(351.5));  // the instant one, not the mean of 345 W
  EXPECT_EQ(reading.energy, Joules(12345.678));
  EXPECT_EQ(reading.temperature_c, 61);
  EXPECT_EQ(reading.memory_temperature_c, 77);
  EXPECT_EQ(reading.gpu_utilization, 98);
  EXPECT_EQ(reading.memory_utilization, 42);
  EXPECT_EQ(reading.memory_used, Bytes(43771 * mebi));
  EXPECT_EQ(reading.memory_free, Bytes(100000 * mebi));
  EXPECT_EQ(reading.memory_total, Bytes(143771 * mebi));
  ASSERT_TRUE(reading.throttle_reasons.has_value());
  EXPECT_THAT(*reading.throttle_reasons, IsEmpty());
}

TEST(Nvml, TakesTheMeanPowerWhereTheInstantOneIsMissing) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const EnvironmentGuard failing("WGF_FAKE_FAIL", "nvmlDeviceGetFieldValues");
  const GpuReading reading = open_nvml()->read(0);
  EXPECT_EQ(reading.power, Watts(345));
  EXPECT_EQ(reading.memory_temperature_c, std::nullopt);
}

TEST(Nvml, NamesThrottleReasonsAndLeavesIdleAndRequestedClocksOut) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const auto vendor = open_nvml();
  {
    const EnvironmentGuard bits("WGF_FAKE_THROTTLE", "0x3");  // idle, applications clocks
    EXPECT_THAT(*vendor->read(0).throttle_reasons, IsEmpty());
  }
  {
    const EnvironmentGuard bits("WGF_FAKE_THROTTLE", "0x45");  // idle, power cap, hardware thermal
    EXPECT_THAT(*vendor->read(0).throttle_reasons, ElementsAre("power_cap", "hw_thermal"));
  }
  const EnvironmentGuard bits("WGF_FAKE_THROTTLE", "0x1ff");
  EXPECT_THAT(*vendor->read(0).throttle_reasons,
              ElementsAre("power_cap", "hw_slowdown", "sync_boost", "sw_thermal", "hw_thermal",
                          "hw_power_brake", "display_clock"));
}

TEST(Nvml, FindsThrottleReasonsUnderTheirOldName) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML_OLD);
  const EnvironmentGuard bits("WGF_FAKE_THROTTLE", "0x4");
  EXPECT_THAT(*open_nvml()->read(0).throttle_reasons, ElementsAre("power_cap"));
}

TEST(Nvml, CountsNvLinksThroughASwitch) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  for (const char* hidden :
       {"", "nvmlDeviceGetNvLinkRemoteDeviceType",
        "nvmlDeviceGetNvLinkRemoteDeviceType,nvmlDeviceGetNvLinkRemotePciInfo_v2"}) {
    const EnvironmentGuard failing("WGF_FAKE_FAIL", hidden);
    const auto links = open_nvml()->links();
    ASSERT_EQ(links.size(), 1u);
    EXPECT_EQ(links[0].from, 0);
    EXPECT_EQ(links[0].to, 1);
    EXPECT_EQ(links[0].kind, "NV18") << hidden;
    EXPECT_EQ(links[0].peer_access, true);
  }
}

TEST(Nvml, NamesThePcieWayWithoutNvLink) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const EnvironmentGuard failing("WGF_FAKE_FAIL", "nvmlDeviceGetNvLinkState");
  const auto links = open_nvml()->links();
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].kind, "NODE");
}

TEST(Nvml, ListsProcessesAlsoWhenThereAreMany) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const auto vendor = open_nvml();
  const auto few = vendor->processes(0).value();
  ASSERT_EQ(few.size(), 2u);
  EXPECT_EQ(few[0].pid, 4'000'000);
  EXPECT_EQ(few[0].memory, Bytes(777));
  EXPECT_EQ(few[1].memory, std::nullopt);
  EXPECT_EQ(vendor->processes(1)->size(), 100u);
}

TEST(Nvml, ReadsHealth) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const auto vendor = open_nvml();
  const GpuHealth good = vendor->health(0);
  EXPECT_EQ(good.ecc_uncorrected, 0);
  EXPECT_EQ(good.retired_pages, 0);
  EXPECT_EQ(good.retired_pages_pending, false);
  ASSERT_TRUE(good.row_remaps.has_value());
  EXPECT_FALSE(good.row_remaps->failed);
  EXPECT_EQ(good.links_up, 18);
  EXPECT_EQ(good.links_down, 0);
  const EnvironmentGuard values(
      "WGF_FAKE_VALUES",
      "ecc_corrected=7,ecc_uncorrected=1,ecc_uncorrected_ever=3,retired_single=2,retired_double=1,"
      "retired_pending=1,remapped_correctable=4,remapped_uncorrectable=5,remap_pending=1,"
      "remap_failed=1,links_up=16,mig_pending=1,ecc_pending=0");
  const GpuHealth bad = vendor->health(0);
  EXPECT_EQ(bad.ecc_corrected, 7);
  EXPECT_EQ(bad.ecc_uncorrected, 1);
  EXPECT_EQ(bad.ecc_uncorrected_ever, 3);
  EXPECT_EQ(bad.retired_pages, 3);
  EXPECT_EQ(bad.retired_pages_pending, true);
  EXPECT_EQ(bad.row_remaps->correctable, 4);
  EXPECT_EQ(bad.row_remaps->uncorrectable, 5);
  EXPECT_TRUE(bad.row_remaps->pending);
  EXPECT_TRUE(bad.row_remaps->failed);
  EXPECT_EQ(bad.links_up, 16);
  EXPECT_EQ(bad.links_down, 2);
  EXPECT_EQ(bad.mig_pending, true);
  EXPECT_EQ(bad.ecc_pending, false);
}

// Everything is absent, nothing is zero, nothing crashes.
void expect_nothing_known(GpuVendor& vendor) {
  const auto gpus = vendor.devices();
  ASSERT_EQ(gpus.size(), 2u);
  EXPECT_EQ(gpus[0].name, "");
  EXPECT_EQ(gpus[0].uuid, "");
  EXPECT_EQ(gpus[0].pci_id, "");
  EXPECT_EQ(gpus[0].driver_version, "");
  EXPECT_EQ(gpus[0].cuda_driver_version, "");
  EXPECT_EQ(gpus[0].memory_total, std::nullopt);
  EXPECT_EQ(gpus[0].power_limit, std::nullopt);
  EXPECT_EQ(gpus[0].ecc, std::nullopt);
  EXPECT_EQ(gpus[0].numa_node, std::nullopt);
  const GpuReading reading = vendor.read(0);
  EXPECT_EQ(reading.sm_clock_mhz, std::nullopt);
  EXPECT_EQ(reading.power, std::nullopt);
  EXPECT_EQ(reading.energy, std::nullopt);
  EXPECT_EQ(reading.temperature_c, std::nullopt);
  EXPECT_EQ(reading.gpu_utilization, std::nullopt);
  EXPECT_EQ(reading.memory_used, std::nullopt);
  EXPECT_EQ(reading.throttle_reasons, std::nullopt);
  EXPECT_EQ(vendor.processes(0), std::nullopt);
  const GpuHealth health = vendor.health(0);
  EXPECT_EQ(health.ecc_uncorrected, std::nullopt);
  EXPECT_EQ(health.retired_pages, std::nullopt);
  EXPECT_FALSE(health.row_remaps.has_value());
  EXPECT_EQ(health.links_up, std::nullopt);
  const auto links = vendor.links();
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].kind, "");
  EXPECT_EQ(links[0].peer_access, std::nullopt);
}

TEST(Nvml, EveryFailingFunctionIsAnAbsentReading) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const EnvironmentGuard failing("WGF_FAKE_FAIL", "all");
  expect_nothing_known(*open_nvml());
}

TEST(Nvml, EveryMissingFunctionIsAnAbsentReading) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML_BARE);
  expect_nothing_known(*open_nvml());
}

TEST(Nvml, AnIndexThatIsNotThereReadsAsNothing) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const auto vendor = open_nvml();
  for (const int index : {-1, 2, 1000}) {
    EXPECT_EQ(vendor->read(index).power, std::nullopt);
    EXPECT_EQ(vendor->processes(index), std::nullopt);
  }
}

TEST(Nvml, IsAbsentWithoutLibraryOrDriver) {
  {
    const EnvironmentGuard library(library_variable, "");
    EXPECT_EQ(open_nvml(), nullptr);
  }
  {
    const EnvironmentGuard library(library_variable, "/nonexistent/libnvidia-ml.so.1");
    EXPECT_EQ(open_nvml(), nullptr);
  }
  const EnvironmentGuard library(library_variable, WGF_FAKE_NVML);
  const EnvironmentGuard failing("WGF_FAKE_FAIL", "nvmlInit_v2");
  EXPECT_EQ(open_nvml(), nullptr);
}

TEST(Nvml, AFileThatIsNoNvmlIsNoVendor) {
  const EnvironmentGuard library(library_variable, WGF_FAKE_ROCM_SMI);
  EXPECT_EQ(open_nvml(), nullptr);
}

}  // namespace
}  // namespace wgf::hardware
