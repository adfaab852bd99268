// SPDX-License-Identifier: MIT
#include "advisor/market/scenario.h"

#include "advisor/score.h"

namespace wgf::advisor {
namespace {

constexpr double case_tokens = 128;  // a sample of every text case of the score

constexpr Scenario all_scenarios[] = {
    {"inference", "infer_gpt2", case_tokens, true},
    {"training", "train_gpt2", case_tokens, true},
    {"inference-bert", "infer_bert_base", case_tokens, true},
    {"training-bert", "train_bert_base", case_tokens, true},
    {"inference-resnet50", "infer_resnet50", 1, false},
    {"training-resnet50", "train_resnet50", 1, false},
};

}  // namespace

std::span<const Scenario> scenarios() {
  return all_scenarios;
}

const Scenario* find_scenario(std::string_view name) {
  for (const Scenario& one : all_scenarios)
    if (one.name == name) return &one;
  return nullptr;
}

std::optional<ScenarioRate> scenario_rate(const Scenario& scenario, const catalog::Gpu& gpu,
                                          const ScoreDefinition& definition,
                                          const Forecaster& forecaster) {
  const CaseDefinition* work = definition.find(scenario.case_id);
  if (work == nullptr || !is_ranked_kind(gpu)) return std::nullopt;
  const std::optional<Forecaster::Rate> rate = forecaster.rate(*work, gpu);
  if (!rate) return std::nullopt;
  const double value = rate->value * scenario.units_per_sample;
  if (rate->kind != results::RateKind::forecast)
    return ScenarioRate{value, value, value, rate->kind};
  return ScenarioRate{value, value / (1 + forecast_error_p90), value / (1 - forecast_error_p90),
                      rate->kind};
}

}  // namespace wgf::advisor
