// SPDX-License-Identifier: MIT
#include "results/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/text.h"

namespace wgf::results {
namespace {

constexpr std::array status_names = {
    std::pair{Status::ok, std::string_view("ok")},
    std::pair{Status::skipped, std::string_view("skipped")},
    std::pair{Status::unsupported, std::string_view("unsupported")},
    std::pair{Status::out_of_memory, std::string_view("out_of_memory")},
    std::pair{Status::timeout, std::string_view("timeout")},
    std::pair{Status::crashed, std::string_view("crashed")},
    std::pair{Status::failed, std::string_view("failed")},
    std::pair{Status::invalid, std::string_view("invalid")},
    std::pair{Status::interrupted, std::string_view("interrupted")},
};

}  // namespace

std::string_view to_text(Status status) {
  for (const auto& [value, name] : status_names)
    if (value == status) return name;
  return "failed";
}

std::optional<Status> parse_status(std::string_view text) {
  for (const auto& [value, name] : status_names)
    if (name == text) return value;
  return std::nullopt;
}

std::string compute_text(const MathMode& mode) {
  std::vector<std::string> parts;
  for (const auto& [format, share] : mode.shares)
    parts.push_back(fmt::format("{:.0f} % {}", 100 * share, format));
  return parts.empty() ? mode.compute : join(parts, ", ");
}

std::string_view to_text(Provenance provenance) {
  switch (provenance) {
    case Provenance::predicted:
      return "predicted";
    case Provenance::published:
      return "published";
    case Provenance::measured:
      break;
  }
  return "measured";
}

std::string_view to_text(StopReason reason) {
  switch (reason) {
    case StopReason::precision_reached:
      return "precision_reached";
    case StopReason::time_cap:
      return "time_cap";
    case StopReason::fixed_count:
      return "fixed_count";
    case StopReason::single_reading:
      return "single_reading";
    case StopReason::none:
      break;
  }
  return "none";
}

const Metric* Rank::find(std::string_view tag) const {
  for (const Metric& metric : metrics)
    if (metric.tag == tag) return &metric;
  return nullptr;
}

const Metric* Result::find(std::string_view tag) const {
  for (const Metric& metric : metrics)
    if (metric.tag == tag) return &metric;
  return nullptr;
}

const Series* Result::find_series(std::string_view name) const {
  for (const Series& one : series)
    if (one.name == name) return &one;
  return nullptr;
}

std::optional<double> memory_in_use(const Result& result) {
  for (const std::string_view tag : {"memory_device_peak", "memory_reserved_peak",
                                     "memory_process_peak", "memory_allocated_peak"})
    if (const Metric* metric = result.find(tag); metric && std::isfinite(metric->value))
      return metric->value;
  return std::nullopt;
}

std::size_t planned_cases(const Run& run) {
  std::map<std::string, std::size_t> planned, measured;
  for (const Case& value : run.plan) ++planned[value.key()];
  for (const Result& result : run.results) {
    const std::string key = result.measured_case.key(),
                      open = result.measured_case.key_without_precision();
    ++measured[!planned.contains(key) && planned.contains(open) ? open : key];
  }
  std::size_t count = 0;
  for (const auto& [key, times] : measured) {
    std::size_t& of_plan = planned[key];
    of_plan = std::max(of_plan, times);
  }
  for (const auto& [key, times] : planned) count += times;
  return count;
}

const Parameters* Environment::find(std::string_view section) const {
  for (const Section& candidate : sections)
    if (candidate.name == section) return &candidate.facts;
  return nullptr;
}

std::optional<double> usable_cpus(const Environment& environment) {
  std::optional<double> least;
  for (const auto& [section, name] :
       {std::pair("cpu", "usable_cores"), {"container", "cpu_quota"}}) {
    const Parameters* facts = environment.find(section);
    const Value* value = facts == nullptr ? nullptr : facts->find(name);
    const auto number = value == nullptr ? std::nullopt : parse_number(to_text(*value));
    if (number) least = std::min(least.value_or(*number), *number);
  }
  return least;
}

}  // namespace wgf::results
