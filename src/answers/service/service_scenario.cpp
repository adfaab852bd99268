// SPDX-License-Identifier: MIT
#include "answers/service/service_scenario.h"

#include <vector>

#include "base/choices.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

// MLPerf Inference, 99 of 100 requests of its servers: Llama-3.1-8B 2 s and 100 ms (v5.1),
// Llama-2-70B interactive 450 ms and 40 ms (v5.0), Llama-2-70B 2 s and 200 ms, as fast as people
// read (v4.0). Offline, its fourth, has no limits.
constexpr ServiceScenario scenarios[] = {{"chat", {Seconds(2), Seconds(0.1)}},
                                         {"api", {Seconds(0.45), Seconds(0.04)}},
                                         {"batch", {}},
                                         {"edge", {Seconds(2), Seconds(0.2)}}};

}  // namespace

const ServiceScenario& usual_scenario() {
  return scenarios[0];
}

const ServiceScenario& parse_service_scenario(const std::string& typed) {
  if (typed.empty()) return usual_scenario();
  std::vector<std::string> names;
  for (const ServiceScenario& one : scenarios) {
    if (one.name == lower_case(typed)) return one;
    names.emplace_back(one.name);
  }
  check_choice("--scenario", lower_case(typed), names);
  return usual_scenario();
}

advisor::ServiceLimits limits_of_scenario(const ServiceScenario& scenario,
                                          const advisor::ServiceLimits& typed) {
  return {typed.ttft ? typed.ttft : scenario.limits.ttft,
          typed.tpot ? typed.tpot : scenario.limits.tpot};
}

}  // namespace wgf::answers
