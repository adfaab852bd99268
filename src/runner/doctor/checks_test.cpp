// SPDX-License-Identifier: MIT
#include "runner/doctor/checks.h"

#include <gmock/gmock.h>

#include <set>

#include "messages/message_table.h"
#include "runner/doctor/made_up_facts.h"

namespace wgf::runner {
namespace {

const DoctorData& data = doctor_data();

TEST(Doctor, FindsNothingOnAHealthyMachine) {
  const MadeUpMachine machine;
  DoctorFacts facts = machine.facts();
  add_engine(facts, MadeUpMachine::hello());
  for (const Finding& finding : examine(facts)) {
    EXPECT_NE(finding.verdict, Verdict::problem) << finding.check << " " << finding.seen.key;
    EXPECT_NE(finding.verdict, Verdict::warning) << finding.check << " " << finding.seen.key;
  }
}

TEST(Doctor, EveryCheckHasALineAndItsWords) {
  const DoctorFacts nothing;
  std::set<std::string> checks;
  for (const Finding& finding : examine(nothing)) checks.insert(finding.check);
  EXPECT_EQ(checks.size(), all_checks().size());
  for (const Check& check : all_checks()) {
    const std::string key = "doctor.check_" + std::string(check.name);
    EXPECT_NE(messages::render(key, messages::Language::english), key);
  }
}

TEST(Doctor, NoGpuIsNotLookedAt) {
  const DoctorFacts facts;
  EXPECT_EQ(verdicts(check_ecc(facts, data)), "not_looked_at");
  EXPECT_EQ(verdicts(check_driver(facts, data)), "not_looked_at");
}

TEST(Doctor, AGpuWhoseDriverIsSilentIsAProblem) {
  DoctorFacts facts;
  facts.has_nvidia_gpu = true;
  EXPECT_EQ(verdicts(check_driver(facts, data)), "problem");
}

TEST(DoctorMemory, UncorrectedErrorsAreAProblem) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_ecc(machine.facts(), data)), "ok,ok");
  EXPECT_EQ(verdicts(check_ecc(machine.facts("ecc_uncorrected=1"), data)), "problem,problem");
  EXPECT_EQ(verdicts(check_ecc(machine.facts("ecc_corrected=100"), data)), "ok,ok");
  EXPECT_EQ(verdicts(check_ecc(machine.facts("ecc_uncorrected_ever=2"), data)), "warning,warning");
  EXPECT_EQ(verdicts(check_ecc(machine.facts("ecc=0,ecc_pending=0"), data)), "warning,warning");
  EXPECT_EQ(check_ecc(machine.facts("ecc_pending=0"), data)[0].seen.key, "doctor.ecc_pending");
}

TEST(DoctorMemory, FailedAndPendingRemapsAreAProblem) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts(), data)), "ok,ok");
  EXPECT_EQ(check_memory_cells(machine.facts("remap_failed=1"), data)[0].seen.key,
            "doctor.row_remap_failed");
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts("remap_pending=1"), data)),
            "problem,problem");
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts("remapped_uncorrectable=1"), data)),
            "warning,warning");
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts("remapped_correctable=9"), data)), "ok,ok");
}

TEST(DoctorMemory, RetiredPagesCountWhereThereAreNoRows) {
  const MadeUpMachine machine;
  const hardware::EnvironmentGuard fail("WGF_FAKE_FAIL", "nvmlDeviceGetRemappedRows");
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts("retired_single=3"), data)), "ok,ok");
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts("retired_single=20"), data)),
            "warning,warning");
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts("retired_double=60"), data)),
            "problem,problem");
  EXPECT_EQ(verdicts(check_memory_cells(machine.facts("retired_pending=1"), data)),
            "problem,problem");
}

TEST(DoctorMemory, XidErrorsAreJudgedByTheirKindAndNamedByGpu) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_xid_errors(machine.facts(), data)), "ok");
  machine.tree().put("dev/kmsg",
                     "NVRM: Xid (PCI:0000:43:00): 31, pid=7\nNVRM: Xid (PCI:0000:43:00): 31\n");
  Findings findings = check_xid_errors(machine.facts(), data);
  EXPECT_EQ(verdicts(findings), "warning");
  EXPECT_EQ(findings[0].subject, "GPU 1");
  EXPECT_EQ(argument(findings[0].seen, "errors"), "31 × 2");
  machine.tree().put("dev/kmsg",
                     "NVRM: Xid (PCI:0000:1b:00): 79, x\nNVRM: Xid (PCI:0000:43:00): 999\n");
  findings = check_xid_errors(machine.facts(), data);
  EXPECT_EQ(verdicts(findings), "problem,warning");
  EXPECT_EQ(findings[0].advice->key, "doctor.advice_xid_gpu");
  EXPECT_EQ(findings[1].advice->key, "doctor.advice_xid_unknown");
}

TEST(DoctorMemory, AnUnreadableKernelLogIsNotLookedAt) {
  const MadeUpMachine machine;
  DoctorFacts facts = machine.facts();
  facts.kernel_log.reset();
  EXPECT_EQ(verdicts(check_xid_errors(facts, data)), "not_looked_at");
}

TEST(DoctorSettings, MigPersistenceAndPowerLimit) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_mig(machine.facts("mig=1,mig_pending=1"), data)), "warning,warning");
  EXPECT_EQ(check_mig(machine.facts("mig_pending=1"), data)[0].seen.key, "doctor.mig_pending");
  EXPECT_EQ(verdicts(check_persistence(machine.facts("persistence=0"), data)), "warning,warning");
  EXPECT_EQ(verdicts(check_power_limit(machine.facts(), data)), "ok,ok");
  const Findings capped = check_power_limit(machine.facts("power_limit=500000"), data);
  EXPECT_EQ(verdicts(capped), "warning,warning");
  EXPECT_EQ(argument(capped[1].seen, "limit"), "500");
  EXPECT_EQ(argument(capped[1].advice.value(), "watts"), "700");
}

TEST(DoctorSettings, ThrottlingByHardwareIsAProblemAndByPowerAWarning) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_throttle_now(machine.facts(), data)), "ok,ok");
  {
    const hardware::EnvironmentGuard bits("WGF_FAKE_THROTTLE", "0x40");
    const Findings hot = check_throttle_now(machine.facts(), data);
    EXPECT_EQ(verdicts(hot), "problem,problem");
    EXPECT_EQ(hot[0].advice->key, "doctor.advice_thermal");
  }
  const hardware::EnvironmentGuard bits("WGF_FAKE_THROTTLE", "0x4");
  EXPECT_EQ(verdicts(check_throttle_now(machine.facts(), data)), "warning,warning");
}

TEST(DoctorSettings, ProcessesOfOthersAreNamed) {
  const MadeUpMachine machine;
  machine.tree().put("proc/4000000/comm", "python3\n");
  machine.tree().put("proc/4000000/status", "PPid:\t1\n");
  const Findings busy = check_processes(machine.facts("processes=7"), data);
  EXPECT_EQ(verdicts(busy), "warning,warning");
  EXPECT_EQ(argument(busy[0].seen, "count"), "7");
  EXPECT_THAT(argument(busy[0].seen, "processes"), testing::StartsWith("python3 (4000000, 777 B)"));
}

TEST(DoctorSettings, ProcessesThatTheDriverDoesNotTellAreNotNone) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_processes(machine.facts(), data)), "ok,ok");
  for (const char* function : {"nvmlDeviceGetComputeRunningProcesses_v3", "all"}) {
    const hardware::EnvironmentGuard fail("WGF_FAKE_FAIL", function);
    EXPECT_EQ(verdicts(check_processes(machine.facts(), data)), "not_looked_at,not_looked_at")
        << function;
  }
}

TEST(DoctorLinks, FewerPcieLanesThanTheGpuHas) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_pcie(machine.facts(), data)), "ok,ok");
  EXPECT_EQ(verdicts(check_pcie(machine.facts("pcie_width=8"), data)), "warning,warning");
  EXPECT_EQ(verdicts(check_pcie(machine.facts("pcie_width=4"), data)), "problem,problem");
  // An idle GPU lowers its generation: that alone says nothing until it worked.
  DoctorFacts facts = machine.facts("pcie_generation=1");
  EXPECT_EQ(verdicts(check_pcie(facts, data)), "ok,ok");
  for (GpuFacts& gpu : facts.gpus) gpu.info_under_load = gpu.info;
  EXPECT_EQ(verdicts(check_pcie(facts, data)), "warning,warning");
}

// 900 GB/s of the record are 18 links of 50 GB/s.
TEST(DoctorLinks, NvLinksThatAreDown) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_nvlink(machine.facts(), data)), "ok,ok");
  const Findings some = check_nvlink(machine.facts("links_up=16"), data);
  EXPECT_EQ(verdicts(some), "problem,problem");
  EXPECT_EQ(argument(some[0].seen, "expected"), "18");
  DoctorFacts none = machine.facts("links_up=0");
  EXPECT_EQ(verdicts(check_nvlink(none, data)), "warning,warning");
  none.gpus.pop_back();
  EXPECT_EQ(verdicts(check_nvlink(none, data)), "ok");
}

TEST(DoctorHost, GovernorAndSharedMemory) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_governor(machine.facts(), data)), "ok");
  machine.tree().put("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
  EXPECT_EQ(verdicts(check_governor(machine.facts(), data)), "warning");
  EXPECT_EQ(verdicts(check_shared_memory(machine.facts(), data)), "ok");
  machine.tree().put("proc/mounts", "shm /dev/shm tmpfs rw,size=65536k 0 0\n");
  EXPECT_EQ(verdicts(check_shared_memory(machine.facts(), data)), "warning");
  machine.tree().put("proc/mounts", "");
  EXPECT_EQ(verdicts(check_shared_memory(machine.facts(), data)), "not_looked_at");
}

TEST(DoctorHost, AProcessFarFromTheGpu) {
  const MadeUpMachine machine;
  EXPECT_EQ(verdicts(check_numa(machine.facts(), data)), "ok,ok");
  machine.tree().put("proc/self/status", "Cpus_allowed_list:\t0-3\n");
  const Findings far = check_numa(machine.facts(), data);
  EXPECT_EQ(verdicts(far), "warning,warning");
  EXPECT_EQ(argument(*far[0].advice, "node"), "1");
}

TEST(DoctorHost, LimitsOfAContainer) {
  const MadeUpMachine machine;
  DoctorFacts facts = machine.facts();
  EXPECT_EQ(verdicts(check_container(facts, data)), "ok");
  facts.machine.container.cpu_quota = 4;  // two for each of two GPUs
  EXPECT_EQ(verdicts(check_container(facts, data)), "ok");
  facts.machine.container.cpu_quota = 3.5;
  EXPECT_EQ(check_container(facts, data)[0].advice->key, "doctor.advice_cpu_quota");
  facts.machine.container.cpu_quota = 64;
  facts.machine.container.cpuset = "0-2";
  EXPECT_EQ(check_container(facts, data)[0].advice->key, "doctor.advice_cpu_quota");
  facts.machine.container.cpuset = "0-1,8-9";
  EXPECT_EQ(verdicts(check_container(facts, data)), "ok");
  facts.machine.container.cpu_quota.reset();
  facts.machine.container.memory_max = Bytes(64 * gibi);  // an H200 has 140 GiB
  EXPECT_EQ(check_container(facts, data)[0].advice->key, "doctor.advice_memory_limit");
}

TEST(DoctorAmd, ReadsWhatRocmSmiTells) {
  const hardware::EnvironmentGuard library("WGF_ROCM_SMI_LIBRARY", WGF_FAKE_ROCM_SMI);
  const hardware::EnvironmentGuard values("WGF_FAKE_VALUES", "ecc_uncorrected=1,retired=70");
  const hardware::MadeUpTree tree;
  const catalog::Catalog catalog;
  std::vector<std::unique_ptr<hardware::GpuVendor>> vendors;
  vendors.push_back(hardware::open_rocm_smi(tree.root()));
  const DoctorFacts facts = gather_facts(vendors, catalog.gpus(), tree.root());
  EXPECT_EQ(verdicts(check_ecc(facts, data)), "problem,problem");
  EXPECT_EQ(verdicts(check_memory_cells(facts, data)), "problem,problem");
  EXPECT_EQ(verdicts(check_power_limit(facts, data)), "ok,ok");
  EXPECT_EQ(verdicts(check_nvlink(facts, data)), "not_looked_at,not_looked_at");
}

// A driver that tells no reasons and no processes must not read as one that tells there are none.
TEST(DoctorAmd, WhatRocmSmiDoesNotTellIsNotLookedAt) {
  const hardware::EnvironmentGuard library("WGF_ROCM_SMI_LIBRARY", WGF_FAKE_ROCM_SMI);
  const hardware::EnvironmentGuard fail("WGF_FAKE_FAIL", "rsmi_compute_process_info_get");
  const hardware::MadeUpTree tree;
  const catalog::Catalog catalog;
  std::vector<std::unique_ptr<hardware::GpuVendor>> vendors;
  vendors.push_back(hardware::open_rocm_smi(tree.root()));
  const DoctorFacts facts = gather_facts(vendors, catalog.gpus(), tree.root());
  EXPECT_EQ(verdicts(check_throttle_now(facts, data)), "not_looked_at,not_looked_at");
  EXPECT_EQ(verdicts(check_processes(facts, data)), "not_looked_at,not_looked_at");
}

}  // namespace
}  // namespace wgf::runner
