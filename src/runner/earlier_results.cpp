// SPDX-License-Identifier: MIT
#include "runner/earlier_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace wgf::runner {
namespace {

using results::Case;
using results::Environment;
using results::Result;
using results::Run;
using results::StoppingRule;
using Differences = std::vector<std::string>;

struct Fact {
  const char* section;
  std::string name;
};

// What every result depends on, and what only those of one kind of device do.
const Fact common_facts[] = {{"software", "libtorch"},
                             {"software", "cuda_built"},
                             {"product", "version"},
                             {"product", "commit"}};
const Fact cpu_facts[] = {
    {"software", "threads"}, {"software", "blas"}, {"software", "cpu_capability"}};
const Fact gpu_facts[] = {{"software", "cuda"}, {"software", "cudnn"}, {"software", "driver"}};

void add(Differences& differences, const std::string& name, const std::string& earlier,
         const std::string& now) {
  if (earlier == now) return;
  const std::string text = fmt::format("{} {} -> {}", name, earlier, now);
  if (std::find(differences.begin(), differences.end(), text) == differences.end())
    differences.push_back(text);
}

// Unknown on one side says nothing about the other.
void add_if_known(Differences& differences, const std::string& name, const std::string& earlier,
                  const std::string& now) {
  if (!earlier.empty() && !now.empty()) add(differences, name, earlier, now);
}

std::string fact_text(const Environment& environment, const Fact& fact) {
  const results::Parameters* section = environment.find(fact.section);
  const results::Value* value = section == nullptr ? nullptr : section->find(fact.name);
  return value == nullptr ? "" : results::to_text(*value);
}

std::string usable_cpus_text(const Environment& environment) {
  const auto cpus = results::usable_cpus(environment);
  return cpus ? fmt::format("{}", *cpus) : "";
}

template <typename Facts>
void compare_facts(Differences& differences, const Facts& facts, const Environment& earlier,
                   const Environment& now) {
  for (const Fact& fact : facts)
    add_if_known(differences, fact.name, fact_text(earlier, fact), fact_text(now, fact));
}

// The engine names GPUs in its facts too: that is what remains where no driver library is readable.
void compare_device(Differences& differences, const results::Device& earlier,
                    const results::Device& now, const Environment& earlier_environment,
                    const Environment& environment) {
  if (!earlier.uuid.empty() && !now.uuid.empty()) {
    if (earlier.uuid == now.uuid) return;
    add(differences, "device", fmt::format("{} ({})", earlier.name, earlier.uuid),
        fmt::format("{} ({})", now.name, now.uuid));
    return;
  }
  add_if_known(differences, "device", earlier.name, now.name);
  const std::string& id = earlier.id;
  const Fact facts[] = {{"software", id + ".name"}, {"software", id + ".uuid"}};
  compare_facts(differences, facts, earlier_environment, environment);
}

std::string count_text(const std::optional<std::int64_t>& count) {
  return count ? std::to_string(*count) : "auto";
}

void compare_stopping(Differences& differences, const StoppingRule& earlier,
                      const StoppingRule& now) {
  add(differences, "iterations", count_text(earlier.iterations), count_text(now.iterations));
  add(differences, "warmup", count_text(earlier.warmup), count_text(now.warmup));
  const auto number = [&](const char* name, double a, double b) {
    add(differences, name, fmt::format("{}", a), fmt::format("{}", b));
  };
  number("precision_target", earlier.precision_target, now.precision_target);
  number("min_samples", static_cast<double>(earlier.min_samples),
         static_cast<double>(now.min_samples));
  number("min_time_s", earlier.min_time.value, now.min_time.value);
  number("max_time_s", earlier.max_time.value, now.max_time.value);
  add(differences, "sustained", earlier.sustained ? "true" : "false",
      now.sustained ? "true" : "false");
  number("thermal_cap_s", earlier.thermal_cap.value, now.thermal_cap.value);
}

// Cases of one key may be planned with several rules: one that fits is enough.
void compare_case(Differences& differences, const Case& earlier, const std::vector<Case>& plan) {
  const Case* nearest = nullptr;
  for (const Case& planned : plan) {
    if (planned.device != earlier.device || !planned.is_answered_by(earlier)) continue;
    if (planned.seed == earlier.seed && planned.stopping == earlier.stopping) return;
    if (nearest == nullptr) nearest = &planned;
  }
  if (nearest == nullptr) return;
  add(differences, "seed", std::to_string(earlier.seed), std::to_string(nearest->seed));
  compare_stopping(differences, earlier.stopping, nearest->stopping);
}

// devices: those of this machine that the case asks for. A result of several nodes has more.
Differences differences_of(const Result& result, const std::vector<results::Device>& devices,
                           const Run& earlier, const Run& now) {
  Differences differences;
  for (std::size_t i = 0; i < std::min(devices.size(), result.devices.size()); ++i)
    compare_device(differences, result.devices[i], devices[i], earlier.environment,
                   now.environment);
  compare_facts(differences, common_facts, earlier.environment, now.environment);
  if (result.measured_case.is_on_cpu()) {
    compare_facts(differences, cpu_facts, earlier.environment, now.environment);
    add_if_known(differences, "usable_cpus", usable_cpus_text(earlier.environment),
                 usable_cpus_text(now.environment));
  } else {
    compare_facts(differences, gpu_facts, earlier.environment, now.environment);
  }
  compare_case(differences, result.measured_case, now.plan);
  return differences;
}

}  // namespace

EarlierResults sort_earlier_results(const Run& earlier, const Run& now, Machine& machine) {
  EarlierResults sorted;
  std::map<std::string, results::Device> known;
  for (const Result& result : earlier.results) {
    std::vector<results::Device> devices;
    for (const std::string& id : result.measured_case.device_ids()) {
      if (!known.contains(id)) known[id] = machine.state(id).device;
      devices.push_back(known[id]);
    }
    const Differences differences = differences_of(result, devices, earlier, now);
    if (differences.empty())
      sorted.known.push_back(result);
    else
      ++sorted.left_out;
    for (const std::string& difference : differences)
      if (std::find(sorted.differences.begin(), sorted.differences.end(), difference) ==
          sorted.differences.end())
        sorted.differences.push_back(difference);
  }
  return sorted;
}

bool is_same_software(const Environment& a, const Environment& b) {
  Differences differences;
  compare_facts(differences, common_facts, a, b);
  compare_facts(differences, cpu_facts, a, b);
  compare_facts(differences, gpu_facts, a, b);
  return differences.empty();
}

void apply_to_plan(const RunOptions& options, std::vector<Case>& plan) {
  const RunOptions unsaid;
  const StoppingRule& wanted = options.stopping;
  // Given counts as the user's choice even where it is the default: the plan may say otherwise.
  const auto take = [&](auto& planned, const auto& value, const auto& fallback, const char* key) {
    if (value != fallback || is_given(options, key)) planned = value;
  };
  for (Case& value : plan) {
    StoppingRule& rule = value.stopping;
    const StoppingRule& usual = unsaid.stopping;
    take(value.seed, options.seed, unsaid.seed, "seed");
    if (wanted.iterations) rule.iterations = wanted.iterations;
    if (wanted.warmup) rule.warmup = wanted.warmup;
    take(rule.precision_target, wanted.precision_target, usual.precision_target,
         "precision_target");
    take(rule.min_samples, wanted.min_samples, usual.min_samples, "min_samples");
    take(rule.min_time, wanted.min_time, usual.min_time, "min_time");
    take(rule.max_time, wanted.max_time, usual.max_time, "max_time");
    take(rule.sustained, wanted.sustained, usual.sustained, "sustained");
    take(rule.thermal_cap, wanted.thermal_cap, usual.thermal_cap, "thermal_cap");
  }
}

}  // namespace wgf::runner
