// SPDX-License-Identifier: MIT
#include "advisor/market/scenario.h"

#include "advisor/network/catalog_network.h"
#include "advisor/score/score.h"
#include "advisor/serving/best_service.h"
#include "advisor/serving/service_precision.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

constexpr double case_tokens = 128;  // a sample of every text case of the score

constexpr Scenario all_scenarios[] = {
    {"llm-inference", "", 1, true, "llama-3.1-8b"},
    {"inference", "infer_gpt2", case_tokens, true},
    {"training", "train_gpt2", case_tokens, true},
    {"inference-bert", "infer_bert_base", case_tokens, true},
    {"training-bert", "train_bert_base", case_tokens, true},
    {"inference-resnet50", "infer_resnet50", 1, false},
    {"training-resnet50", "train_resnet50", 1, false},
};

std::optional<ScenarioRate> service_rate(const Network& network, const catalog::Gpu& gpu) {
  constexpr ServingSoftware software = ServingSoftware::vllm;
  const ServiceCard card(gpu, software);
  for (const std::string_view name : service_precisions(network)) {
    const auto precision = service_precision(name, software, network, gpu);
    if (!precision) continue;
    ServingCase load;
    load.precision = *precision;
    load.software = software;
    load.input_tokens = served_input;
    load.output_tokens = served_output;
    load.concurrency = served_requests;
    const auto plan = best_service({network, load, {}, {}}, card, 1);
    if (!plan) continue;
    const Interval& interval = plan->forecast.throughput_interval;
    return ScenarioRate{plan->forecast.output_tokens_per_s, interval.low, interval.high,
                        results::RateKind::forecast, name};
  }
  return std::nullopt;
}

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
                                          const ScenarioFacts& facts) {
  if (!is_ranked_kind(gpu)) return std::nullopt;
  if (!scenario.served.empty()) {
    const catalog::Model* model = catalog::one_model(facts.models, scenario.served).model;
    const std::optional<Network> network = network_of(*model);
    return network ? service_rate(*network, gpu) : std::nullopt;
  }
  const CaseDefinition* work = facts.definition.find(scenario.case_id);
  if (work == nullptr) return std::nullopt;
  const std::optional<Forecaster::Rate> rate = facts.forecaster.rate(*work, gpu);
  if (!rate) return std::nullopt;
  const double units = scenario.units_per_sample;
  return ScenarioRate{
      rate->value * units, rate->low() * units, rate->high() * units, rate->kind, {},
      rate->conversion};
}

}  // namespace wgf::advisor
