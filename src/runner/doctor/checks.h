// SPDX-License-Identifier: MIT
#pragma once
// What doctor checks: one visible list (checks.cpp), one file per group. A check is a function of
// the facts; the thresholds it uses stand in docs/method/doctor.md.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "runner/doctor/doctor_data.h"
#include "runner/doctor/facts.h"
#include "runner/doctor/finding.h"

namespace wgf::runner {

using Findings = std::vector<Finding>;

struct Check {
  std::string_view name;  // "power_limit"; its words are the message "doctor.check_<name>"
  Findings (*look)(const DoctorFacts& facts, const DoctorData& data);
};

std::span<const Check> all_checks();

// Every check of the list, in its order.
Findings examine(const DoctorFacts& facts, const DoctorData& data = doctor_data());

// The same for each GPU; one line that says so where there is none.
Findings for_each_gpu(const DoctorFacts& facts,
                      const std::function<Finding(const GpuFacts&)>& look);

// software_checks.cpp: what drivers and libraries say of their versions, and whether they fit.
Findings check_driver(const DoctorFacts& facts, const DoctorData& data);
Findings check_cuda(const DoctorFacts& facts, const DoctorData& data);
Findings check_torch(const DoctorFacts& facts, const DoctorData& data);
Findings check_cudnn(const DoctorFacts& facts, const DoctorData& data);
Findings check_nccl(const DoctorFacts& facts, const DoctorData& data);
Findings check_gpu_visible(const DoctorFacts& facts, const DoctorData& data);

// memory_checks.cpp: what wears out.
Findings check_ecc(const DoctorFacts& facts, const DoctorData& data);
Findings check_memory_cells(const DoctorFacts& facts, const DoctorData& data);
Findings check_xid_errors(const DoctorFacts& facts, const DoctorData& data);

// gpu_checks.cpp: how each GPU is set and used.
Findings check_mig(const DoctorFacts& facts, const DoctorData& data);
Findings check_persistence(const DoctorFacts& facts, const DoctorData& data);
Findings check_power_limit(const DoctorFacts& facts, const DoctorData& data);
Findings check_throttle_now(const DoctorFacts& facts, const DoctorData& data);
Findings check_processes(const DoctorFacts& facts, const DoctorData& data);

// link_checks.cpp: the ways to and between GPUs.
Findings check_pcie(const DoctorFacts& facts, const DoctorData& data);
Findings check_nvlink(const DoctorFacts& facts, const DoctorData& data);

// host_checks.cpp: the machine around the GPUs.
Findings check_governor(const DoctorFacts& facts, const DoctorData& data);
Findings check_numa(const DoctorFacts& facts, const DoctorData& data);
Findings check_container(const DoctorFacts& facts, const DoctorData& data);
Findings check_shared_memory(const DoctorFacts& facts, const DoctorData& data);

// work_checks.cpp: what the engine found when it used the device.
Findings check_throttle_load(const DoctorFacts& facts, const DoctorData& data);
Findings check_matmul(const DoctorFacts& facts, const DoctorData& data);
Findings check_bandwidth(const DoctorFacts& facts, const DoctorData& data);
Findings check_product(const DoctorFacts& facts, const DoctorData& data);
Findings check_flash_attention(const DoctorFacts& facts, const DoctorData& data);

}  // namespace wgf::runner
