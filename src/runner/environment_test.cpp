// SPDX-License-Identifier: MIT
#include "runner/environment.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "results/json.h"

namespace wgf::runner {
namespace {

using results::Environment;

EnvironmentSources two_gpu_machine() {
  EnvironmentSources sources{.product = {.version = "1.2.3", .commit = "abc"}};
  sources.machine.cpu = {.model = "Made-up CPU", .physical_cores = 8};
  sources.machine.memory.total = Bytes(3 * gibi / 2);
  sources.machine.disks = {
      {.name = "nvme0n1", .model = "Fast", .kind = hardware::DiskKind::nvme, .size = Bytes(gibi)}};
  sources.machine.network = {{.name = "mlx5_0",
                              .kind = hardware::NetworkDevice::Kind::infiniband,
                              .state = "4: ACTIVE",
                              .megabits_per_second = 400e3,
                              .link_layer = "InfiniBand"}};
  sources.machine.container = {.cgroup_version = 2, .cpu_quota = 1.5};
  sources.software = {
      .compiler = "GCC 12.2.0",
      .mpi = hardware::Mpi{
          .path = "/usr/bin/mpirun", .implementation = "Open MPI", .version = "4.1.4"}};
  sources.gpus = {{.index = 0, .name = "GPU A", .driver_version = "580.1", .ecc = true},
                  {.index = 1, .name = "GPU A", .power_limit = Watts(700)}};
  sources.links = {{.from = 0, .to = 1, .kind = "NV18", .peer_access = true}};
  sources.engine =
      engine_facts({.torch_version = "2.11.0", .facts = {{"cuda_runtime", std::string("13.0")}}});
  return sources;
}

TEST(Environment, HoldsEverythingThatIsKnown) {
  const Environment environment = make_environment(two_gpu_machine());
  EXPECT_EQ(environment.find("cpu")->text("model"), "Made-up CPU");
  EXPECT_EQ(environment.find("cpu")->integer("physical_cores"), 8);
  EXPECT_EQ(environment.find("memory")->text("total"), "1.50 GiB");
  EXPECT_EQ(environment.find("memory")->integer("total_bytes"), 3 * gibi / 2);
  EXPECT_EQ(environment.find("disk")->text("nvme0n1"), "nvme, 1.00 GiB, Fast");
  EXPECT_EQ(environment.find("network")->text("mlx5_0"), "RDMA, InfiniBand, 4: ACTIVE, 400 Gbit/s");
  EXPECT_EQ(environment.find("container")->number("cpu_quota"), 1.5);
  EXPECT_EQ(environment.find("software")->text("mpi"), "Open MPI 4.1.4 (/usr/bin/mpirun)");
  EXPECT_EQ(environment.find("software")->text("driver"), "580.1");
  EXPECT_EQ(environment.find("software")->text("libtorch"), "2.11.0");
  EXPECT_EQ(environment.find("software")->text("cuda"), "13.0");
  EXPECT_EQ(environment.find("gpu_0")->flag("ecc"), true);
  EXPECT_EQ(environment.find("gpu_1")->number("power_limit_w"), 700);
  EXPECT_EQ(environment.find("gpu_links")->text("gpu_0_gpu_1"), "NV18");
  EXPECT_EQ(environment.find("gpu_links")->flag("gpu_0_gpu_1_peer"), true);
  EXPECT_EQ(environment.find("product")->text("commit"), "abc");
}

TEST(Environment, LeavesOutWhatIsUnknown) {
  const Environment environment = make_environment({.product = {"1.2.3", "unknown"}});
  ASSERT_EQ(environment.sections.size(), 1u);
  EXPECT_EQ(environment.sections[0].name, "product");
}

TEST(Environment, OfThisMachineHasCpuMemorySystemAndProduct) {
  const Environment environment = make_environment(inspect_environment({"1.2.3", "abc"}));
  for (const char* section : {"cpu", "memory", "os", "software", "product"})
    EXPECT_NE(environment.find(section), nullptr) << section;
}

}  // namespace
}  // namespace wgf::runner
