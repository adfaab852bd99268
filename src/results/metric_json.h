// SPDX-License-Identifier: MIT
#pragma once
// Metrics and series as JSON and back. A number that is none is null.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "results/metrics.h"
#include "results/series.h"

namespace wgf::results {

nlohmann::ordered_json to_json(const Metric& metric);
nlohmann::ordered_json to_json(const Series& series);

Metric metric_from_json(const nlohmann::ordered_json& json);
// Of a result; of schema 1 what it has as step_start_s.
std::vector<Series> series_of_result(const nlohmann::ordered_json& json);

}  // namespace wgf::results
