// SPDX-License-Identifier: MIT
#pragma once
// What a GPU nobody measured would reach: the roofline of its record times the efficiency of its
// generation, tied to this program by the GPUs it did measure. docs/method/card-rates.md.

#include <optional>
#include <span>
#include <vector>

#include "advisor/score/efficiency.h"
#include "advisor/score/known_rates.h"
#include "advisor/score/score_definition.h"
#include "catalog/gpu.h"
#include "results/score.h"

namespace wgf::advisor {

// Samples a second of a card that does every operation at its dense peak and moves every byte at
// its bandwidth, one after the other: 1 / (operations / peak + traffic / bandwidth). fp16 or bf16
// where the card has it, else tf32 or fp32 with twice the traffic. Empty: no peak is known.
struct Roofline {
  double rate = 0;
  bool low_precision = true;
};
std::optional<Roofline> network_roofline(const CaseDefinition& definition, const catalog::Gpu& gpu);

// Share of a forecast by which nine in ten miss at most (docs/method/card-rates.md).
inline constexpr double forecast_error_p90 = 0.26;

// The facts a forecast rests on, put together once. factors: what this program reaches of the
// forecast without them, one per case of the definition.
class Forecaster {
 public:
  Forecaster(const ScoreDefinition& definition, std::span<const catalog::Gpu> gpus,
             const Efficiencies& efficiencies, const KnownRates& known);

  struct Rate {
    double value = 0;
    results::RateKind kind = results::RateKind::forecast;
    // Of a published rate of another harness: what it was multiplied with; nothing where it stands
    // as published, and of the other kinds.
    std::optional<double> conversion = std::nullopt;

    // A converted rate rests on the factor of forecasts and has their range; the value itself
    // where it stands as measured or published.
    double low() const { return is_exact() ? value : value / (1 + forecast_error_p90); }
    double high() const { return is_exact() ? value : value / (1 - forecast_error_p90); }
    bool is_exact() const { return kind != results::RateKind::forecast && !conversion; }
  };
  // The measured rate, else the published one, else the forecast. Empty: the generation's
  // efficiency is not known.
  std::optional<Rate> rate(const CaseDefinition& definition, const catalog::Gpu& gpu) const;

  // The forecast alone, whatever else is known.
  std::optional<double> forecast(const CaseDefinition& definition, const catalog::Gpu& gpu) const;

  double factor(const CaseDefinition& definition) const;

 private:
  std::optional<double> untied(const CaseDefinition& definition, const catalog::Gpu& gpu) const;
  std::optional<double> measured_factor(const CaseDefinition& definition,
                                        std::span<const catalog::Gpu> gpus) const;

  const ScoreDefinition& definition_;
  const Efficiencies& efficiencies_;
  const KnownRates& known_;
  std::vector<double> factors_;
};

}  // namespace wgf::advisor
