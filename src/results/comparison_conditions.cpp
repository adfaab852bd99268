// SPDX-License-Identifier: MIT
// Conditions of two runs: what makes them incomparable, and what is only said beside the verdict.

#include <cmath>
#include <utility>

#include "results/comparison.h"

namespace wgf::results {
namespace {

std::string fact(const Run& run, std::string_view section, std::string_view name) {
  const Parameters* facts = run.environment.find(section);
  const Value* value = facts == nullptr ? nullptr : facts->find(name);
  return value == nullptr ? "" : to_text(*value);
}

std::string device_fact(const Run& run, std::string_view name) {
  if (run.devices.empty()) return "";
  const Value* value = run.devices.front().facts.find(name);
  return value == nullptr ? "" : to_text(*value);
}

std::string device_name(const Run& run) {
  return run.devices.empty() ? "" : run.devices.front().name;
}

bool has_gpu(const Run& run) {
  return !run.devices.empty() && run.devices.front().id != "cpu";
}

// Where the facts stand and how they are called. What is unknown on a side is no difference.
struct NamedFact {
  const char* name;
  const char* section;
  const char* fact;
};
constexpr NamedFact software_facts[] = {
    {"compare.product_version", "product", "version"},
    {"compare.product_commit", "product", "commit"},
    {"compare.libtorch", "software", "libtorch"},
    {"compare.cpu", "cpu", "model"},
    {"compare.kernel", "os", "kernel"},
};
constexpr NamedFact gpu_facts[] = {
    {"compare.driver", "software", "driver"},
    {"compare.cuda", "software", "cuda"},
    {"compare.cudnn", "software", "cudnn"},
    {"compare.nccl", "software", "nccl"},
};
constexpr NamedFact cpu_facts[] = {
    {"compare.threads", "software", "threads"},
    {"compare.blas", "software", "blas"},
    {"compare.cpu_capability", "software", "cpu_capability"},
};
constexpr std::pair<const char*, const char*> device_facts[] = {
    {"compare.power_limit", "power_limit_w"},
    {"compare.max_clock", "max_sm_clock_mhz"},
    {"compare.ecc", "ecc"},
    {"compare.mig", "mig"},
    {"compare.pcie_generation", "pcie_generation"},
    {"compare.pcie_width", "pcie_width"},
};

std::string yes_or_no(bool value) {
  return value ? "on" : "off";
}

using Field = std::pair<const char*, std::string>;

// What the numbers were computed in: another one is other work.
std::vector<Field> arithmetic_of(const MathMode& mode) {
  return {{"compute", mode.compute},
          {"parameters", mode.parameters_dtype},
          {"autocast", yes_or_no(mode.autocast)},
          {"tf32_matmul", yes_or_no(mode.tf32_matmul)},
          {"tf32_convolution", yes_or_no(mode.tf32_convolution)}};
}

// What the library may choose: the same work, done in another way.
std::vector<Field> choices_of(const MathMode& mode) {
  return {{"cudnn_benchmark", yes_or_no(mode.cudnn_benchmark)},
          {"deterministic", yes_or_no(mode.deterministic)},
          {"sdpa_backends", mode.sdpa_backends},
          {"float32_matmul_precision", mode.float32_matmul_precision}};
}

bool add_differences(const std::vector<Field>& a, const std::vector<Field>& b, const char* key,
                     std::vector<Message>& notes) {
  const std::size_t before = notes.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].second != b[i].second)
      notes.push_back({key, {{"name", a[i].first}, {"a", a[i].second}, {"b", b[i].second}}});
  return notes.size() > before;
}

// Burst numbers are not what a machine sustains.
void add_thermal(const Result& a, const Result& b, std::vector<Message>& notes) {
  const bool warm_a = a.measured_case.stopping.sustained,
             warm_b = b.measured_case.stopping.sustained;
  if (warm_a != warm_b)
    notes.push_back({warm_a ? "compare.a_sustained" : "compare.b_sustained", {}});
}

constexpr double clock_tolerance = 0.01;  // clocks move in steps of 15 MHz
constexpr double throttled_percent = 5;

void add_clocks(const Result& a, const Result& b, std::vector<Message>& notes) {
  const Metric *clock_a = a.find("sm_clock"), *clock_b = b.find("sm_clock");
  if (clock_a != nullptr && clock_b != nullptr &&
      std::abs(clock_a->value - clock_b->value) > clock_tolerance * clock_a->value)
    notes.push_back({"compare.clocks",
                     {{"a", to_text(Value(std::round(clock_a->value)))},
                      {"b", to_text(Value(std::round(clock_b->value)))}}});
  const Metric *throttled_a = a.find("throttled_share"), *throttled_b = b.find("throttled_share");
  const bool is_a = throttled_a != nullptr && throttled_a->value > throttled_percent;
  const bool is_b = throttled_b != nullptr && throttled_b->value > throttled_percent;
  if (is_a != is_b) notes.push_back({is_a ? "compare.a_throttled" : "compare.b_throttled", {}});
}

}  // namespace

std::vector<ConditionDifference> differing_conditions(const Run& a, const Run& b) {
  std::vector<ConditionDifference> differences;
  const auto add = [&](const char* name, const std::string& in_a, const std::string& in_b) {
    if (!in_a.empty() && !in_b.empty() && in_a != in_b) differences.push_back({name, in_a, in_b});
  };
  const auto add_facts = [&](std::span<const NamedFact> facts) {
    for (const NamedFact& named : facts)
      add(named.name, fact(a, named.section, named.fact), fact(b, named.section, named.fact));
  };
  add("compare.device", device_name(a), device_name(b));
  if (device_name(a) == device_name(b) && !a.devices.empty() && !b.devices.empty())
    add("compare.device_uuid", a.devices.front().uuid, b.devices.front().uuid);
  if (has_gpu(a) && has_gpu(b)) {
    add_facts(gpu_facts);
    for (const auto& [name, key] : device_facts)
      add(name, device_fact(a, key), device_fact(b, key));
  } else {
    add_facts(cpu_facts);
  }
  add_facts(software_facts);
  return differences;
}

CaseConditions case_conditions(const Result& a, const Result& b) {
  CaseConditions conditions;
  if (a.math_mode && b.math_mode) {
    conditions.incomparable =
        add_differences(arithmetic_of(*a.math_mode), arithmetic_of(*b.math_mode),
                        "compare.other_arithmetic", conditions.notes);
    add_differences(choices_of(*a.math_mode), choices_of(*b.math_mode), "compare.other_choice",
                    conditions.notes);
  }
  add_thermal(a, b, conditions.notes);
  add_clocks(a, b, conditions.notes);
  if (a.measured_case.seed != b.measured_case.seed)
    conditions.notes.push_back({"compare.other_seed",
                                {{"a", std::to_string(a.measured_case.seed)},
                                 {"b", std::to_string(b.measured_case.seed)}}});
  return conditions;
}

}  // namespace wgf::results
