// SPDX-License-Identifier: MIT
#include "report/convergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace wgf::report {
namespace {

using results::Result;
using results::StopReason;

// The likelier first, where as many results speak for one as for another.
constexpr std::pair<std::string_view, const char*> signs[] = {
    {"warning.busy_cpu", "report.unconverged_load"},
    {"warning.foreign_processes", "report.unconverged_shared"},
    {"warning.throttled", "report.unconverged_throttled"}};

bool has_warning(const Result& result, std::string_view key) {
  return std::any_of(result.warnings.begin(), result.warnings.end(),
                     [&](const Message& warning) { return warning.key == key; });
}

bool is_most(std::size_t count, std::size_t of) {
  return 2 * count > of;
}

// More threads than CPUs to run them at once.
std::optional<Message> lack_of_cpus(const results::Run& run) {
  const results::Parameters* software = run.environment.find("software");
  const results::Value* found = software == nullptr ? nullptr : software->find("threads");
  const auto cpus = results::usable_cpus(run.environment);
  if (found == nullptr || !cpus) return std::nullopt;
  const double threads = parse_number(results::to_text(*found)).value_or(0);
  if (threads <= *cpus) return std::nullopt;
  return Message{
      "report.unconverged_quota",
      {{"threads", fmt::format("{:g}", threads)}, {"cpus", fmt::format("{:.3g}", *cpus)}}};
}

Message likely_reason(const results::Run& run, const std::vector<const Result*>& results) {
  for (const auto& [warning, reason] : signs) {
    const auto count = std::count_if(results.begin(), results.end(), [&](const Result* result) {
      return has_warning(*result, warning);
    });
    if (is_most(static_cast<std::size_t>(count), results.size())) return {reason, {}};
  }
  const bool is_on_cpu = results.front()->measured_case.is_on_cpu();
  if (const auto lack = is_on_cpu ? lack_of_cpus(run) : std::nullopt) return *lack;
  return {"report.unconverged_unknown", {}};
}

}  // namespace

std::optional<Unconverged> unconverged(const results::Run& run) {
  std::vector<const Result*> late;
  std::size_t measured = 0;
  for (const Result& result : run.results) {
    if (result.status != results::Status::ok) continue;
    const bool is_late = has_warning(result, "warning.not_converged");
    if (is_late) late.push_back(&result);
    measured += is_late || result.stop_reason == StopReason::precision_reached ? 1 : 0;
  }
  if (late.size() < 2 || !is_most(late.size(), measured)) return std::nullopt;
  return Unconverged{late.size(), measured, likely_reason(run, late)};
}

}  // namespace wgf::report
