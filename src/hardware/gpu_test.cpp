// SPDX-License-Identifier: MIT
#include "hardware/gpu.h"

#include <gmock/gmock.h>

#include "hardware/fakes/made_up_tree.h"

namespace wgf::hardware {
namespace {

TEST(Gpu, PciIdsAreComparedInOneForm) {
  EXPECT_EQ(normalized_pci_id("00000000:1B:00.0"), "0000:1b:00.0");
  EXPECT_EQ(normalized_pci_id("0000:1b:00.0"), "0000:1b:00.0");
  EXPECT_EQ(normalized_pci_id("1B:00"), "0000:1b:00.0");
  EXPECT_EQ(normalized_pci_id("00010000:1b:00.0"), "10000:1b:00.0");
  EXPECT_EQ(normalized_pci_id(""), "");
}

TEST(Gpu, IsFoundByBusIdAndUuidWhateverTheOrder) {
  const std::vector<GpuInfo> gpus{{.index = 0, .uuid = "GPU-aa11", .pci_id = "0000:1b:00.0"},
                                  {.index = 1, .uuid = "GPU-bb22", .pci_id = "0000:43:00.0"},
                                  {.index = 2}};
  EXPECT_EQ(find_gpu_by_pci_bus_id(gpus, "0000:43:00.0")->index, 1);
  EXPECT_EQ(find_gpu_by_pci_bus_id(gpus, "00000000:1B:00.0")->index, 0);
  EXPECT_EQ(find_gpu_by_pci_bus_id(gpus, "0000:99:00.0"), nullptr);
  EXPECT_EQ(find_gpu_by_pci_bus_id(gpus, ""), nullptr);
  EXPECT_EQ(find_gpu_by_uuid(gpus, "GPU-bb22")->index, 1);
  EXPECT_EQ(find_gpu_by_uuid(gpus, "BB22")->index, 1);
  EXPECT_EQ(find_gpu_by_uuid(gpus, ""), nullptr);
}

TEST(Gpu, CudaNumbersFollowVisibleDevices) {
  const std::vector<GpuInfo> gpus{{.index = 0, .vendor = "NVIDIA", .uuid = "GPU-aa11"},
                                  {.index = 1, .vendor = "NVIDIA", .uuid = "GPU-bb22"},
                                  {.index = 2, .vendor = "NVIDIA", .uuid = "GPU-cc33"}};
  using Ordinals = std::vector<std::optional<int>>;
  EXPECT_EQ(cuda_ordinals(gpus, std::nullopt), (Ordinals{0, 1, 2}));
  EXPECT_EQ(cuda_ordinals(gpus, "2,0"), (Ordinals{1, std::nullopt, 0}));
  EXPECT_EQ(cuda_ordinals(gpus, "GPU-bb"), (Ordinals{std::nullopt, 0, std::nullopt}));
  EXPECT_EQ(cuda_ordinals(gpus, "1,7,0"), (Ordinals{std::nullopt, 0, std::nullopt}));
  EXPECT_EQ(cuda_ordinals(gpus, ""), Ordinals(3));
}

TEST(Gpu, ASliceBelongsToItsCard) {
  const std::vector<GpuInfo> gpus{{.index = 0, .vendor = "NVIDIA", .uuid = "GPU-aa11"},
                                  {.index = 1,
                                   .vendor = "NVIDIA",
                                   .uuid = "GPU-bb22",
                                   .slices = {{.uuid = "MIG-cc33"}, {.uuid = "MIG-dd44"}}}};
  EXPECT_EQ(find_gpu_by_uuid(gpus, "MIG-dd44"), &gpus[1]);
  EXPECT_EQ(find_gpu_by_uuid(gpus, "GPU-cc33"), &gpus[1]) << "as CUDA's runtime has it";
  using Ordinals = std::vector<std::optional<int>>;
  EXPECT_EQ(cuda_ordinals(gpus, "MIG-dd44"), (Ordinals{std::nullopt, 0}));
  const std::optional<std::string_view> all;
  EXPECT_EQ(slice_in_use(gpus[1], "GPU-dd44", "MIG-cc33")->uuid, "MIG-dd44");
  EXPECT_EQ(slice_in_use(gpus[1], "GPU-bb22", "MIG-dd")->uuid, "MIG-dd44");
  EXPECT_EQ(slice_in_use(gpus[1], "", all)->uuid, "MIG-cc33");
  EXPECT_EQ(slice_in_use(gpus[1], "", "1")->uuid, "MIG-cc33");
  EXPECT_EQ(slice_in_use(gpus[0], "", all), nullptr);
}

TEST(Gpu, ForeignProcessesAreNotOursNorOurChildren) {
  const MadeUpTree tree;
  tree.put("proc/200/status", "Name:\tengine\nPPid:\t100\n");
  tree.put("proc/201/status", "Name:\tworker\nPPid:\t200\n");
  tree.put("proc/300/status", "Name:\tother\nPPid:\t1\n");
  const std::vector<GpuProcess> processes{
      {.pid = 100}, {.pid = 200}, {.pid = 201}, {.pid = 300, .memory = Bytes(5)}, {.pid = 400}};
  const auto foreign = foreign_processes(processes, 100, tree.root());
  ASSERT_EQ(foreign.size(), 2u);
  EXPECT_EQ(foreign[0].pid, 300);
  EXPECT_EQ(foreign[0].memory, Bytes(5));
  EXPECT_EQ(foreign[1].pid, 400);
}

}  // namespace
}  // namespace wgf::hardware
