// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hardware/fakes/environment_guard.h"
#include "runner/machine.h"

namespace wgf::runner {
namespace {

// Two cards: the driver's 0 is GPU-aaaa0000, its 1 GPU-bbbb1111.
class LocalMachineTest : public testing::Test {
 protected:
  hardware::EnvironmentGuard library_{"WGF_NVML_LIBRARY", WGF_FAKE_NVML};
  std::unique_ptr<Machine> machine_ = make_local_machine(catalog::embedded_catalog());
};

TEST_F(LocalMachineTest, FindsACardByItsNumber) {
  EXPECT_EQ(machine_->state("cuda:0").device.uuid, "GPU-aaaa0000");
  EXPECT_EQ(machine_->state("cuda:1").device.uuid, "GPU-bbbb1111");
}

TEST_F(LocalMachineTest, CountsAsTheEngineDoesWhatIsVisible) {
  const hardware::EnvironmentGuard visible{"CUDA_VISIBLE_DEVICES", "GPU-bb,0"};
  EXPECT_EQ(machine_->state("cuda:0").device.uuid, "GPU-bbbb1111");
  EXPECT_EQ(machine_->state("cuda:1").device.uuid, "GPU-aaaa0000");
}

TEST_F(LocalMachineTest, FindsTheCardTheEngineNamedWhateverTheOrder) {
  machine_->know_uuid("cuda:0", "GPU-bbbb1111");
  EXPECT_EQ(machine_->state("cuda:0").device.uuid, "GPU-bbbb1111");
  machine_->know_uuid("cuda:0", "");  // an engine that does not tell changes nothing
  EXPECT_EQ(machine_->state("cuda:0").device.uuid, "GPU-bbbb1111");
}

}  // namespace
}  // namespace wgf::runner
