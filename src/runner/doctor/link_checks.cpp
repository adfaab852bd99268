// SPDX-License-Identifier: MIT
#include <cmath>

#include "runner/doctor/checks.h"

namespace wgf::runner {
namespace {

// Idle GPUs lower their PCIe generation, never their width: the generation counts only as read
// while the GPU worked.
Finding pcie_of(const GpuFacts& gpu) {
  const hardware::GpuInfo& now = gpu.info_under_load ? *gpu.info_under_load : gpu.info;
  if (!now.pcie_width || !now.pcie_width_max)
    return not_looked_at(gpu.subject(), {"doctor.unreadable", {}});
  const auto text = [](const std::optional<int>& value) {
    return value ? std::to_string(*value) : std::string("?");
  };
  const Message seen{gpu.info_under_load ? "doctor.pcie" : "doctor.pcie_idle",
                     {{"generation", text(now.pcie_generation)},
                      {"width", text(now.pcie_width)},
                      {"generation_max", text(now.pcie_generation_max)},
                      {"width_max", text(now.pcie_width_max)}}};
  // A quarter of the lanes is a seating or slot fault, half of them often how a board is wired.
  if (*now.pcie_width * 4 <= *now.pcie_width_max)
    return problem(gpu.subject(), seen, {"doctor.advice_pcie", {}});
  const bool is_slow = gpu.info_under_load && now.pcie_generation && now.pcie_generation_max &&
                       *now.pcie_generation < *now.pcie_generation_max;
  if (*now.pcie_width < *now.pcie_width_max || is_slow)
    return warning(gpu.subject(), seen, {"doctor.advice_pcie", {}});
  return ok(gpu.subject(), seen);
}

// How many links the record's bandwidth is made of; nothing where it has none that are counted.
std::optional<int> expected_links(const GpuFacts& gpu, const DoctorData& data) {
  if (gpu.record == nullptr || !gpu.record->interconnect_bandwidth) return std::nullopt;
  for (const auto& [name, gbs] : data.link_gbs)
    if (gpu.record->interconnect.starts_with(name))
      return static_cast<int>(std::lround(gpu.record->interconnect_bandwidth->value / 1e9 / gbs));
  return std::nullopt;
}

Finding nvlink_of(const GpuFacts& gpu, const DoctorFacts& facts, const DoctorData& data) {
  if (!gpu.health.links_up) return not_looked_at(gpu.subject(), {"doctor.no_nvlink", {}});
  const int up = *gpu.health.links_up;
  const int all = up + gpu.health.links_down.value_or(0);
  const int expected = expected_links(gpu, data).value_or(all);
  const Message seen{"doctor.nvlink",
                     {{"up", std::to_string(up)}, {"expected", std::to_string(expected)}}};
  if (up >= expected) return ok(gpu.subject(), seen);
  if (up > 0) return problem(gpu.subject(), seen, {"doctor.advice_nvlink", {}});
  // Cards without a bridge and single GPUs of a larger machine have all links down, and need none.
  if (facts.gpus.size() == 1) return ok(gpu.subject(), {"doctor.nvlink_alone", seen.args});
  return warning(gpu.subject(), seen, {"doctor.advice_nvlink_none", {}});
}

}  // namespace

Findings check_pcie(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, pcie_of);
}

Findings check_nvlink(const DoctorFacts& facts, const DoctorData& data) {
  return for_each_gpu(facts, [&](const GpuFacts& gpu) { return nvlink_of(gpu, facts, data); });
}

}  // namespace wgf::runner
