// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "runner/doctor/checks.h"
#include "runner/doctor/throttling.h"

namespace wgf::runner {
namespace {

// Limits are read in whole watts or less; a cap is one that is clearly below.
constexpr double cap_tolerance = 0.01;

Finding mig_of(const GpuFacts& gpu) {
  if (!gpu.info.mig) return not_looked_at(gpu.subject(), {"doctor.no_mig", {}});
  if (gpu.health.mig_pending.value_or(*gpu.info.mig) != *gpu.info.mig)
    return warning(gpu.subject(), {"doctor.mig_pending", {}}, {"doctor.advice_reset", {}});
  if (*gpu.info.mig)
    return warning(gpu.subject(), {"doctor.mig_on", {}}, {"doctor.advice_mig", {}});
  return ok(gpu.subject(), {"doctor.mig_off", {}});
}

Finding persistence_of(const GpuFacts& gpu) {
  if (!gpu.info.persistence) return not_looked_at(gpu.subject(), {"doctor.unreadable", {}});
  if (*gpu.info.persistence) return ok(gpu.subject(), {"doctor.persistence_on", {}});
  return warning(gpu.subject(), {"doctor.persistence_off", {}}, {"doctor.advice_persistence", {}});
}

Finding power_limit_of(const GpuFacts& gpu) {
  const auto& limit = gpu.info.power_limit;
  const auto& standard = gpu.info.power_limit_default;
  if (!limit || !standard || standard->value <= 0)
    return not_looked_at(gpu.subject(), {"doctor.unreadable", {}});
  const std::string watts = format_number(standard->value, 3);
  const Message seen{"doctor.power_limit",
                     {{"limit", format_number(limit->value, 3)}, {"standard", watts}}};
  if (limit->value >= standard->value * (1 - cap_tolerance)) return ok(gpu.subject(), seen);
  return warning(
      gpu.subject(), seen,
      {"doctor.advice_power_limit", {{"index", std::to_string(gpu.info.index)}, {"watts", watts}}});
}

Finding throttle_of(const GpuFacts& gpu) {
  const auto& reasons = gpu.reading.throttle_reasons;
  if (!reasons) return not_looked_at(gpu.subject(), {"doctor.unreadable", {}});
  if (reasons->empty()) return ok(gpu.subject(), {"doctor.not_throttled", {}});
  const Message seen{"doctor.throttled_now", {{"reasons", join(*reasons, ", ")}}};
  const Message advice = throttle_advice(*reasons);
  return is_serious_throttling(*reasons) ? problem(gpu.subject(), seen, advice)
                                         : warning(gpu.subject(), seen, advice);
}

Finding processes_of(const GpuFacts& gpu) {
  if (!gpu.processes) return not_looked_at(gpu.subject(), {"doctor.unreadable", {}});
  if (gpu.processes->empty()) return ok(gpu.subject(), {"doctor.no_processes", {}});
  constexpr std::size_t shown = 5;
  std::vector<std::string> names;
  for (const ForeignProcess& process : *gpu.processes) {
    if (names.size() == shown) {
      names.emplace_back("…");
      break;
    }
    std::string memory = process.memory ? ", " + format_bytes(*process.memory) : "";
    names.push_back(
        fmt::format("{} ({}{})", process.name.empty() ? "?" : process.name, process.pid, memory));
  }
  return warning(
      gpu.subject(),
      {"doctor.processes",
       {{"count", std::to_string(gpu.processes->size())}, {"processes", join(names, ", ")}}},
      {"doctor.advice_processes", {}});
}

bool contains_any(const std::vector<std::string>& reasons,
                  std::initializer_list<std::string_view> names) {
  return std::any_of(reasons.begin(), reasons.end(), [&](const std::string& reason) {
    return std::find(names.begin(), names.end(), reason) != names.end();
  });
}

}  // namespace

bool is_serious_throttling(const std::vector<std::string>& reasons) {
  return contains_any(reasons, {"hw_slowdown", "hw_thermal", "hw_power_brake", "thermal"});
}

Message throttle_advice(const std::vector<std::string>& reasons) {
  if (contains_any(reasons, {"hw_thermal", "sw_thermal", "thermal"}))
    return {"doctor.advice_thermal", {}};
  if (contains_any(reasons, {"hw_power_brake", "hw_slowdown"}))
    return {"doctor.advice_power_brake", {}};
  if (contains_any(reasons, {"power_cap"})) return {"doctor.advice_power_cap", {}};
  return {"doctor.advice_throttle_other", {}};
}

Findings check_mig(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, mig_of);
}

Findings check_persistence(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, persistence_of);
}

Findings check_power_limit(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, power_limit_of);
}

Findings check_throttle_now(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, throttle_of);
}

Findings check_processes(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, processes_of);
}

}  // namespace wgf::runner
