// SPDX-License-Identifier: MIT
#pragma once
// Figures as the JSON of every forecast writes them.

#include <nlohmann/json.hpp>
#include <optional>

#include "advisor/network/network.h"
#include "advisor/training/node.h"
#include "answers/basis/card_rows.h"
#include "base/statistics.h"

namespace wgf::answers {

double rounded(double value);  // nine digits: more are the arithmetic's, not the forecast's
nlohmann::ordered_json count_json(double count);                          // 32, not 32.0
nlohmann::ordered_json figure_json(double value, const Interval& range);  // {value, low, high}
// "model_type" of a config.json that nobody knows, whose layers are taken as Llama's; else null.
nlohmann::ordered_json unknown_type_json(const std::optional<advisor::Network>& network);
// Fields of its config.json that change shapes and were not read.
nlohmann::ordered_json unread_fields_json(const std::optional<advisor::Network>& network);
// What machines and the network between them are taken to be.
nlohmann::ordered_json node_json(const advisor::Node& node);
nlohmann::ordered_json sources_json(const ForecastBasis& basis);  // [{source, rows}]

}  // namespace wgf::answers
