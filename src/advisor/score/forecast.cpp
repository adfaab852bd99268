// SPDX-License-Identifier: MIT
#include "advisor/score/forecast.h"

#include <cmath>

#include "advisor/network/catalog_network.h"
#include "advisor/serving/batch_forecast.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

using catalog::Gpu;
using results::RateKind;

constexpr double mega = 1e6;

// Geometric mean; empty for no values.
std::optional<double> geometric_mean(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

bool is_network(WorkKind kind) {
  return kind == WorkKind::convolutional || kind == WorkKind::transformer;
}

// Tokens a second of one request, by the forecast of services.
std::optional<double> llm_rate(const CaseDefinition& definition, const Gpu& gpu) {
  const catalog::ModelCatalog& models = catalog::embedded_catalog().models();
  const std::optional<Network> network =
      network_of(*catalog::one_model(models, definition.model).model);
  if (!network) return std::nullopt;
  const auto prompt = static_cast<double>(definition.prompt_tokens);
  const auto times = forecast_batch(*network, {gpu, batch_software},
                                    {.precision = "bf16",
                                     .prompt_tokens = prompt,
                                     .new_tokens = static_cast<double>(definition.new_tokens)});
  if (!times) return std::nullopt;
  if (definition.kind == WorkKind::decode) return 1 / times->decode.value;
  return times->prefill ? std::optional(prompt / times->prefill->value) : std::nullopt;
}

}  // namespace

std::optional<Roofline> network_roofline(const CaseDefinition& definition, const Gpu& gpu) {
  std::optional<FlopsPerSecond> peak = catalog::dense_peak(gpu, "fp16");
  if (!peak) peak = catalog::dense_peak(gpu, "bf16");
  const bool low_precision = peak.has_value();
  if (!peak) peak = catalog::dense_peak(gpu, "tf32");
  if (!peak) peak = catalog::dense_peak(gpu, "fp32");
  if (!peak || gpu.memory_bandwidth.value <= 0) return std::nullopt;
  const double traffic = definition.traffic_mb * mega * (low_precision ? 1 : 2);
  const double seconds =
      definition.gflop * giga / peak->value + traffic / gpu.memory_bandwidth.value;
  return Roofline{1 / seconds, low_precision};
}

Forecaster::Forecaster(const ScoreDefinition& definition, std::span<const Gpu> gpus,
                       const Efficiencies& efficiencies, const KnownRates& known)
    : definition_(definition), efficiencies_(efficiencies), known_(known) {
  std::vector<std::optional<double>> measured;
  for (const CaseDefinition& value : definition.cases)
    measured.push_back(measured_factor(value, gpus));
  // A case nobody measured takes the factor of those like it.
  for (std::size_t i = 0; i < definition.cases.size(); ++i) {
    std::vector<double> like;
    for (std::size_t j = 0; j < definition.cases.size(); ++j)
      if (measured[j] && definition.cases[j].kind == definition.cases[i].kind &&
          definition.cases[j].benchmark == definition.cases[i].benchmark)
        like.push_back(*measured[j]);
    factors_.push_back(measured[i] ? *measured[i]
                                   : geometric_mean(like).value_or(definition.cases[i].tie));
  }
}

// Before it is tied to this program's own measurements.
std::optional<double> Forecaster::untied(const CaseDefinition& definition, const Gpu& gpu) const {
  if (definition.kind == WorkKind::capacity) return in_gib(gpu.memory());
  if (definition.kind == WorkKind::bandwidth) return gpu.memory_bandwidth.value / giga;
  if (definition.kind == WorkKind::prefill || definition.kind == WorkKind::decode)
    if (const auto rate = llm_rate(definition, gpu)) return rate;
  const GenerationEfficiency* efficiency = find_efficiency(efficiencies_, gpu);
  const std::optional<Roofline> roofline = network_roofline(definition, gpu);
  if (efficiency == nullptr || !roofline) return std::nullopt;
  return roofline->rate * efficiency->of(definition.kind, roofline->low_precision);
}

std::optional<double> Forecaster::measured_factor(const CaseDefinition& definition,
                                                  std::span<const Gpu> gpus) const {
  // A card's memory is what its maker says; nothing is tied.
  if (definition.kind == WorkKind::capacity) return 1;
  std::vector<double> factors;
  for (const Gpu& gpu : gpus) {
    const KnownRate* rate = find_rate(known_, gpu.id, definition.id, RateKind::measured);
    if (rate == nullptr) continue;
    if (const std::optional<double> plain = untied(definition, gpu))
      factors.push_back(rate->value / *plain);
  }
  return geometric_mean(factors);
}

double Forecaster::factor(const CaseDefinition& definition) const {
  for (std::size_t i = 0; i < definition_.cases.size(); ++i)
    if (definition_.cases[i].id == definition.id) return factors_[i];
  return 1;
}

std::optional<double> Forecaster::forecast(const CaseDefinition& definition, const Gpu& gpu) const {
  const std::optional<double> plain = untied(definition, gpu);
  if (!plain) return std::nullopt;
  return *plain * factor(definition);
}

std::optional<Forecaster::Rate> Forecaster::rate(const CaseDefinition& definition,
                                                 const Gpu& gpu) const {
  if (const KnownRate* own = find_rate(known_, gpu.id, definition.id, RateKind::measured))
    return Rate{own->value, RateKind::measured};
  // Another harness's rate, as the fitted efficiencies are: it becomes this program's by the same
  // factor.
  if (const KnownRate* other = find_rate(known_, gpu.id, definition.id, RateKind::published);
      other != nullptr && is_network(definition.kind)) {
    const double conversion = factor(definition);
    return Rate{other->value * conversion, RateKind::published, conversion};
  }
  const std::optional<double> value = forecast(definition, gpu);
  if (!value) return std::nullopt;
  return Rate{*value,
              definition.kind == WorkKind::capacity ? RateKind::published : RateKind::forecast};
}

}  // namespace wgf::advisor
