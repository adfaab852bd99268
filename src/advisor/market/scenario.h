// SPDX-License-Identifier: MIT
#pragma once
// What an owned card is used for, and how much of it the card does in a second.

#include <optional>
#include <span>
#include <string_view>

#include "advisor/score/forecast.h"
#include "catalog/catalog.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

struct Scenario {
  std::string_view name;     // "inference"
  std::string_view case_id;  // of the score: "infer_gpt2"; empty for a service
  double units_per_sample = 1;
  bool is_tokens = true;         // else images
  std::string_view served = {};  // the model of a service: "llama-3.1-8b"
};

// What a service of a scenario is asked: vLLM on one card, and so many requests at once.
inline constexpr double served_requests = 64, served_input = 1024, served_output = 1024;

std::span<const Scenario> scenarios();
// nullptr: none of this name.
const Scenario* find_scenario(std::string_view name);

// Tokens or images a second. low and high: as Forecaster::Rate has them, of a service its 90 %
// interval.
struct ScenarioRate {
  double value = 0, low = 0, high = 0;
  results::RateKind kind = results::RateKind::forecast;
  std::string_view precision = {};  // of a service: the widest of which the card has room
  std::optional<double> conversion = std::nullopt;  // of Forecaster::Rate
};

// What rates are looked up in.
struct ScenarioFacts {
  const ScoreDefinition& definition;
  const Forecaster& forecaster;
  const catalog::ModelCatalog& models;
};

// Nothing: neither measured nor published, and no forecast of such a card, or no room on it.
std::optional<ScenarioRate> scenario_rate(const Scenario& scenario, const catalog::Gpu& gpu,
                                          const ScenarioFacts& facts);

}  // namespace wgf::advisor
