// SPDX-License-Identifier: MIT
// Conditions of two runs as a whole: device, driver, libraries, this program.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "results/comparison.h"

namespace wgf::results {
namespace {

std::string fact(const Run& run, std::string_view section, std::string_view name) {
  const Parameters* facts = run.environment.find(section);
  const Value* value = facts == nullptr ? nullptr : facts->find(name);
  return value == nullptr ? "" : to_text(*value);
}

std::string usable_cpus_text(const Run& run) {
  const auto cpus = usable_cpus(run.environment);
  return cpus ? fmt::format("{:.3g}", *cpus) : "";
}

// Of all devices, each value once; empty where one does not tell.
std::string device_fact(const Run& run, std::string_view name) {
  std::vector<std::string> values;
  for (const Device& device : run.devices) {
    const Value* value = device.facts.find(name);
    if (value == nullptr) return "";
    if (std::string text = to_text(*value);
        std::find(values.begin(), values.end(), text) == values.end())
      values.push_back(std::move(text));
  }
  return join(values, " / ");
}

std::string device_uuids(const Run& run) {
  std::vector<std::string> uuids;
  for (const Device& device : run.devices) {
    if (device.uuid.empty()) return "";
    uuids.push_back(device.uuid);
  }
  return join(uuids, ", ");
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
  const std::string devices_a = device_names(a.devices), devices_b = device_names(b.devices);
  add("compare.device", devices_a, devices_b);
  if (devices_a == devices_b) add("compare.device_uuid", device_uuids(a), device_uuids(b));
  if (has_gpu(a) && has_gpu(b)) {
    add_facts(gpu_facts);
    for (const auto& [name, key] : device_facts)
      add(name, device_fact(a, key), device_fact(b, key));
  } else {
    add_facts(cpu_facts);
    add("compare.usable_cpus", usable_cpus_text(a), usable_cpus_text(b));
  }
  add_facts(software_facts);
  return differences;
}

}  // namespace wgf::results
