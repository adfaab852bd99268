// SPDX-License-Identifier: MIT
#pragma once
// Figures as the JSON of every forecast writes them.

#include <nlohmann/json.hpp>

#include "advisor/training/node.h"
#include "base/statistics.h"
#include "cli/predict/card_rows.h"

namespace wgf::cli {

double rounded(double value);  // nine digits: more are the arithmetic's, not the forecast's
nlohmann::ordered_json count_json(double count);                          // 32, not 32.0
nlohmann::ordered_json figure_json(double value, const Interval& range);  // {value, low, high}
// What machines and the network between them are taken to be.
nlohmann::ordered_json node_json(const advisor::Node& node);
nlohmann::ordered_json sources_json(const ForecastBasis& basis);  // [{source, rows}]

}  // namespace wgf::cli
