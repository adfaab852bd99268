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

// Of a card in MIG mode a program gets a slice, never the card.
TEST_F(LocalMachineTest, ASliceHasItsOwnMemoryAndName) {
  const hardware::EnvironmentGuard mig{"WGF_FAKE_VALUES", "mig=1"};
  DeviceState state = machine_->state("cuda:0");
  EXPECT_EQ(state.device.uuid, "MIG-cccc2222");
  EXPECT_EQ(state.device.name, "NVIDIA H200 MIG 1g.18gb");
  EXPECT_EQ(state.device.memory, Bytes(16384 * mebi));
  EXPECT_EQ(state.free_memory, Bytes(16000 * mebi));
  EXPECT_EQ(state.device.catalog_id, "");
  EXPECT_TRUE(state.peaks.dense_flops.empty());
  // As the engine calls it, which sees the UUID without the word before it.
  machine_->know_uuid("cuda:0", "GPU-dddd3333");
  state = machine_->state("cuda:0");
  EXPECT_EQ(state.device.uuid, "GPU-dddd3333");
  EXPECT_EQ(state.device.memory, Bytes(16384 * mebi));
}

TEST_F(LocalMachineTest, ASliceThatIsNotKnownHasNoMemoryRatherThanTheCards) {
  const hardware::EnvironmentGuard mig{"WGF_FAKE_VALUES", "mig=1"};
  const hardware::EnvironmentGuard failing{"WGF_FAKE_FAIL", "nvmlDeviceGetMigDeviceHandleByIndex"};
  const DeviceState state = machine_->state("cuda:0");
  EXPECT_EQ(state.device.memory, Bytes(0));
  EXPECT_EQ(state.free_memory, std::nullopt);
}

}  // namespace
}  // namespace wgf::runner
