// SPDX-License-Identifier: MIT
#include "runner/work_probe.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "runner/case_execution.h"

namespace wgf::runner {
namespace {

using results::Case;

constexpr std::int64_t probed_samples = 4;
constexpr std::int64_t measured_steps = 2;
// Two in which operations are counted, the warm-up and the measured ones.
constexpr double probed_steps = 5;
constexpr Seconds longest_start{3};
constexpr Seconds longest_probe{60};

Seconds since(std::chrono::steady_clock::time_point start) {
  return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

// What makes one sample dearer than another; how parameters are stepped does not.
std::string network_of(const Case& value) {
  std::string network;
  for (const char* name : {"model", "precision", "image_size", "sequence_length"})
    if (const results::Value* found = value.parameters.find(name))
      network += results::to_text(*found) + " ";
  return network;
}

}  // namespace

Case probe_of(const Case& planned) {
  Case probe = planned;
  probe.parameters.set("batch_size",
                       std::min(probed_samples, planned.parameters.integer("batch_size", 1)));
  for (const char* name : {"workers", "profiled_steps"})
    if (planned.parameters.find(name) != nullptr) probe.parameters.set(name, std::int64_t{0});
  probe.stopping = {.iterations = measured_steps, .warmup = 1, .precision_target = 1};
  return probe;
}

std::optional<CaseCost> cost_from(const results::Result& probe, Seconds took) {
  const results::Metric* step = probe.find("step_time");
  if (probe.status != results::Status::ok || step == nullptr || step->value <= 0)
    return std::nullopt;
  const double fastest_ms = step->samples.empty()
                                ? step->value
                                : *std::min_element(step->samples.begin(), step->samples.end());
  const Seconds one(fastest_ms / 1e3);
  const auto samples = static_cast<double>(probe.measured_case.parameters.integer("batch_size", 1));
  const Seconds rest = took - one * probed_steps;
  return CaseCost{.start = std::clamp(rest, Seconds(), longest_start), .sample = one / samples};
}

std::optional<std::vector<CaseCost>> probe_costs(
    Engine& engine, const std::vector<Case>& plan, Seconds greeting,
    const std::function<bool()>& is_interrupted,
    const std::function<void(const Case&, const results::Progress&)>& on_progress) {
  std::map<std::string, CaseCost> by_network;
  std::vector<CaseCost> costs;
  for (const Case& planned : plan) {
    const std::string network = network_of(planned);
    if (!by_network.contains(network)) {
      on_progress(planned, {});
      const auto start = std::chrono::steady_clock::now();
      const CaseOutcome outcome =
          execute_case(engine, probe_of(planned), {.timeout = longest_probe}, is_interrupted,
                       [&](const results::Progress& step) { on_progress(planned, step); });
      auto cost = cost_from(outcome.result, since(start));
      if (!cost || !outcome.is_engine_usable) return std::nullopt;
      cost->start += greeting;
      by_network.emplace(network, *cost);
    }
    costs.push_back(by_network.at(network));
  }
  return costs;
}

}  // namespace wgf::runner
