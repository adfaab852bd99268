// SPDX-License-Identifier: MIT
#pragma once
// What a service is for, and the mean times that its users wait at most.

#include <string>
#include <string_view>

#include "advisor/serving/best_service.h"

namespace wgf::answers {

struct ServiceScenario {
  std::string_view name;
  advisor::ServiceLimits limits;
};

// Asked where nothing is typed: somebody reads along.
const ServiceScenario& usual_scenario();
// Of --scenario; empty: the usual one. Throws Error(usage).
const ServiceScenario& parse_service_scenario(const std::string& typed);

// The scenario's, but for those that were typed.
advisor::ServiceLimits limits_of_scenario(const ServiceScenario& scenario,
                                          const advisor::ServiceLimits& typed);

}  // namespace wgf::answers
