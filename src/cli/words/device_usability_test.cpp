// SPDX-License-Identifier: MIT
#include "cli/words/device_usability.h"

#include <gtest/gtest.h>

namespace wgf::cli {
namespace {

const hardware::GpuInfo h200{.vendor = "NVIDIA",
                             .name = "NVIDIA H200",
                             .driver_version = "580.95.05",
                             .cuda_driver_version = "13.0"};
const results::Parameters cuda_13{
    {"libtorch", std::string("2.11.0+cu130")}, {"cuda_built", true}, {"cuda", std::string("13.0")}};

TEST(GpuUsability, IsYesWhereTheDriverServesTheBuild) {
  EXPECT_EQ(gpu_usability(h200, cuda_13).usability, Usability::yes);
  hardware::GpuInfo newer = h200;
  newer.cuda_driver_version = "14.1";
  EXPECT_EQ(gpu_usability(newer, cuda_13).usability, Usability::yes);
}

TEST(GpuUsability, NamesTheRemedyOtherwise) {
  hardware::GpuInfo older = h200;
  older.cuda_driver_version = "12.8";
  const UsabilityVerdict old_driver = gpu_usability(older, cuda_13);
  EXPECT_EQ(old_driver.usability, Usability::no);
  EXPECT_EQ(old_driver.reason.key, "devices.driver_too_old");

  const results::Parameters cpu_build{{"libtorch", std::string("2.13.0+cpu")},
                                      {"cuda_built", false}};
  EXPECT_EQ(gpu_usability(h200, cpu_build).reason.key, "devices.cpu_only");
  EXPECT_EQ(gpu_usability({.vendor = "AMD"}, cuda_13).reason.key, "devices.no_build_for");
}

TEST(GpuUsability, IsUnknownWhereNothingTells) {
  EXPECT_EQ(gpu_usability(h200, {}).usability, Usability::unknown);
  hardware::GpuInfo silent = h200;
  silent.cuda_driver_version = "";
  EXPECT_EQ(gpu_usability(silent, cuda_13).usability, Usability::unknown);
}

}  // namespace
}  // namespace wgf::cli
