// SPDX-License-Identifier: MIT
#include "results/device.h"

#include <gtest/gtest.h>

namespace wgf::results {
namespace {

std::vector<Device> called(std::initializer_list<const char*> names) {
  std::vector<Device> devices;
  for (const char* name : names)
    devices.push_back({.id = "cuda:" + std::to_string(devices.size()), .name = name});
  return devices;
}

TEST(Devices, AreNamedOnceWithTheirCount) {
  EXPECT_EQ(device_names({}), "");
  EXPECT_EQ(device_names(called({"NVIDIA H200"})), "NVIDIA H200");
  EXPECT_EQ(device_names(called({"NVIDIA H100", "NVIDIA H100"})), "2 x NVIDIA H100");
  EXPECT_EQ(device_names(called({"H200", "H100", "H200", "H200"})), "3 x H200 + H100");
}

TEST(Devices, IdsAreThoseACaseAsksFor) {
  const Case value{.benchmark = "train", .device = "cuda:1,cuda:0"};
  EXPECT_EQ(value.device_ids(), (std::vector<std::string>{"cuda:1", "cuda:0"}));
  EXPECT_EQ(device_ids(named_devices(value)), "cuda:1,cuda:0");
  EXPECT_EQ(device_ids(named_devices({.benchmark = "train"})), "cpu");
}

TEST(Case, SeveralDevicesAreOtherWorkThanOneWhicheverTheyAre) {
  Case value{.benchmark = "train", .parameters = {{"model", std::string("vae")}}};
  value.device = "cuda:0";
  EXPECT_EQ(value.key(), "train model=vae");
  value.device = "cuda:0,cuda:1";
  EXPECT_EQ(value.key(), "train model=vae devices=2");
  value.device = "cuda:2,cuda:3";
  EXPECT_EQ(value.key(), "train model=vae devices=2");
}

TEST(Case, IsOnTheCpuOrOnGpus) {
  EXPECT_TRUE((Case{.device = "cpu"}.is_on_cpu()));
  EXPECT_FALSE((Case{.device = "cuda:0"}.is_on_cpu()));
  EXPECT_FALSE((Case{.device = "cuda:0,cuda:1"}.is_on_cpu()));
}

}  // namespace
}  // namespace wgf::results
