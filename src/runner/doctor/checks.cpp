// SPDX-License-Identifier: MIT
#include "runner/doctor/checks.h"

namespace wgf::runner {
namespace {

constexpr Check every_check[] = {
    {"driver", check_driver},
    {"cuda", check_cuda},
    {"torch", check_torch},
    {"cudnn", check_cudnn},
    {"nccl", check_nccl},
    {"gpu_visible", check_gpu_visible},
    {"ecc", check_ecc},
    {"memory_cells", check_memory_cells},
    {"xid_errors", check_xid_errors},
    {"mig", check_mig},
    {"persistence", check_persistence},
    {"power_limit", check_power_limit},
    {"pcie", check_pcie},
    {"nvlink", check_nvlink},
    {"processes", check_processes},
    {"throttle_now", check_throttle_now},
    {"throttle_load", check_throttle_load},
    {"product", check_product},
    {"matmul", check_matmul},
    {"bandwidth", check_bandwidth},
    {"flash_attention", check_flash_attention},
    {"governor", check_governor},
    {"numa", check_numa},
    {"container", check_container},
    {"shared_memory", check_shared_memory},
};

}  // namespace

std::span<const Check> all_checks() {
  return every_check;
}

Findings examine(const DoctorFacts& facts, const DoctorData& data) {
  Findings all;
  for (const Check& check : every_check) {
    for (Finding& finding : check.look(facts, data)) {
      finding.check = check.name;
      all.push_back(std::move(finding));
    }
  }
  return all;
}

Findings for_each_gpu(const DoctorFacts& facts,
                      const std::function<Finding(const GpuFacts&)>& look) {
  if (facts.gpus.empty()) return {not_looked_at("", {"doctor.no_gpu", {}})};
  Findings findings;
  for (const GpuFacts& gpu : facts.gpus) findings.push_back(look(gpu));
  return findings;
}

}  // namespace wgf::runner
