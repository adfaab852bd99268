// SPDX-License-Identifier: MIT
#include "runner/device_choice.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "hardware/fakes/environment_guard.h"

namespace wgf::runner {
namespace {

results::Hello cpu_only() {
  return {.torch_version = "2.13.0", .facts = {{"cuda_built", false}}};
}

results::Hello with_gpus(std::int64_t count, const std::string& error = "") {
  return {.facts = {{"cuda_built", true},
                    {"cuda_available", count > 0},
                    {"cuda_device_count", count},
                    {"cuda_error", error},
                    {"cuda_runtime", std::string("13.0")}}};
}

std::string refusal(std::string_view requested, const results::Hello& engine, bool has_gpu,
                    ExitCode code = ExitCode::not_supported) {
  try {
    return "chose " + choose_device(requested, engine, has_gpu);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), code);
    return error.message().key;
  }
}

TEST(ChooseDevice, TakesTheGpuWhereThereIsOneAndTheCpuElsewhere) {
  EXPECT_EQ(choose_device("auto", with_gpus(2), true), "cuda:0");
  EXPECT_EQ(choose_device("auto", cpu_only(), false), "cpu");
  EXPECT_EQ(choose_device("auto", with_gpus(0), false), "cpu");
  EXPECT_EQ(choose_device("cuda", with_gpus(2), true), "cuda:0");
  EXPECT_EQ(choose_device("cuda:1", with_gpus(2), true), "cuda:1");
}

TEST(ChooseDevice, NeverFallsSilentlyToTheCpu) {
  EXPECT_EQ(refusal("auto", cpu_only(), true), "runner.torch_without_cuda");
  EXPECT_EQ(
      refusal("auto", with_gpus(0, "CUDA driver version is insufficient for CUDA runtime version"),
              true),
      "runner.driver_too_old");
  EXPECT_EQ(refusal("auto", with_gpus(0, "no CUDA-capable device is detected"), true),
            "runner.cuda_unusable");
  EXPECT_EQ(refusal("cuda", cpu_only(), false), "runner.no_gpu_here");
  EXPECT_EQ(refusal("cuda:2", with_gpus(2), true), "runner.no_such_gpu");
}

TEST(ChooseDevice, UsesTheCpuOfAGpuMachineWhenAsked) {
  EXPECT_EQ(choose_device("cpu", cpu_only(), true), "cpu");
  EXPECT_EQ(choose_device("cpu", with_gpus(8), true), "cpu");
}

TEST(ChooseDevice, RefusesUnknownNames) {
  for (const char* name : {"gpu", "cuda:", "cuda:x", "cuda:-1", "mps", ""})
    EXPECT_EQ(refusal(name, with_gpus(1), true, ExitCode::usage), "runner.unknown_device") << name;
}

class NvidiaTree : public testing::Test {
 protected:
  NvidiaTree() {
    root_ = std::filesystem::temp_directory_path() / ("wgf_pci_" + std::to_string(::getpid()));
    std::filesystem::create_directories(root_);
  }
  ~NvidiaTree() override { std::filesystem::remove_all(root_); }

  void add_device(const std::string& vendor, const std::string& kind) {
    const auto folder = root_ / "sys/bus/pci/devices" / std::to_string(count_++);
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "vendor") << vendor << "\n";
    std::ofstream(folder / "class") << kind << "\n";
  }

  void add_file(const std::string& path) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << "";
  }

  std::filesystem::path root_;
  int count_ = 0;
  // The machine the test runs on may have one.
  hardware::EnvironmentGuard no_nvml_{"WGF_NVML_LIBRARY", ""};
};

TEST_F(NvidiaTree, FindsADisplayControllerOnThePciBus) {
  EXPECT_FALSE(has_nvidia_gpu(root_));
  add_device("0x8086", "0x030000");  // another maker's
  add_device("0x10de", "0x040300");  // NVIDIA's sound function
  EXPECT_FALSE(has_nvidia_gpu(root_));
  add_device("0x10de", "0x030200");
  EXPECT_TRUE(has_nvidia_gpu(root_));
}

TEST_F(NvidiaTree, BelievesTheKernelDriver) {
  std::filesystem::create_directories(root_ / "proc/driver/nvidia/gpus/0000:1b:00.0");
  EXPECT_TRUE(has_nvidia_gpu(root_));
}

TEST_F(NvidiaTree, FindsADeviceFileWhereProcAndPciAreHidden) {
  add_file("dev/nvidiactl");
  add_file("dev/nvidia-uvm");
  EXPECT_FALSE(has_nvidia_gpu(root_));
  add_file("dev/nvidia0");
  EXPECT_TRUE(has_nvidia_gpu(root_));
}

TEST_F(NvidiaTree, FindsTheGpuOfWindowsByItsLibcuda) {
  add_file("dev/dxg");
  EXPECT_FALSE(has_nvidia_gpu(root_));  // another maker's
  add_file("usr/lib/wsl/lib/libcuda.so.1");
  EXPECT_TRUE(has_nvidia_gpu(root_));
  std::filesystem::remove(root_ / "dev/dxg");  // a library alone is no GPU
  EXPECT_FALSE(has_nvidia_gpu(root_));
}

TEST_F(NvidiaTree, AsksNvmlWhereNothingElseShowsOne) {
  const hardware::EnvironmentGuard library("WGF_NVML_LIBRARY", WGF_FAKE_NVML);
  EXPECT_TRUE(has_nvidia_gpu(root_));
}

}  // namespace
}  // namespace wgf::runner
