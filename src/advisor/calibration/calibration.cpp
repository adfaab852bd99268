// SPDX-License-Identifier: MIT
#include "advisor/calibration/calibration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "advisor/memory/estimate.h"
#include "advisor/predict/training_forecast.h"
#include "advisor/score/score.h"
#include "advisor/score/score_match.h"
#include "advisor/training/matrix_speed.h"
#include "advisor/training/step_time.h"
#include "base/distributions.h"
#include "base/error.h"
#include "base/statistics.h"

namespace wgf::advisor {
namespace {

// ln, one standard deviation; set, not fitted.
constexpr double product_spread = 0.08;
// Of a step of our engine, which the card's and its own coefficients explain but for the form.
constexpr double engine_spread = 0.04;

// One of the two.
struct Work {
  const MeasuredStep* step = nullptr;
  const MeasuredProduct* product = nullptr;
  std::string group;
  double measured = 0;  // ln
  double spread = 0;    // ln, one standard deviation
};

std::optional<double> predicted(const Work& one, const catalog::Gpu& gpu,
                                const TrainingCoefficients& c) {
  if (one.step != nullptr && one.step->of_engine) {
    const auto time = one.step->of_engine(c);
    return time ? std::optional(std::log(time->value)) : std::nullopt;
  }
  if (one.step != nullptr) {
    const auto time = step_time(one.step->network, one.step->one, gpu, usual_node(gpu), c);
    if (!time) return std::nullopt;
    return std::log(time->total().value);
  }
  TrainingCase product;
  product.matrices = one.product->type;
  const auto card = card_speed(gpu, product, c);
  if (!card) return std::nullopt;
  // Without what a training's smaller matrices lose under that software.
  const double share = c.matrices[static_cast<std::size_t>(product.software)];
  return std::log(card->matrix_rate.value / share);
}

std::vector<Work> works_of(const CalibrationData& data, const FittedTraining& fitted) {
  std::vector<Work> all;
  for (const MeasuredStep& step : data.steps) {
    const double spread =
        step.of_engine
            ? engine_spread
            : training_spread(step.network, step.one, Familiarity::card, fitted) / normal_90;
    all.push_back({&step, nullptr,
                   step.model + " " + std::string(to_text(step.one.matrices)) +
                       (step.form.empty() ? "" : " " + step.form),
                   std::log(step.time.value), spread});
  }
  for (const MeasuredProduct& product : data.products)
    all.push_back({nullptr, &product, "product " + std::string(to_text(product.type)),
                   std::log(product.rate.value), product_spread});
  // A network is off in the same direction at every batch size and length.
  for (Work& one : all) {
    const auto same = std::count_if(all.begin(), all.end(),
                                    [&](const Work& other) { return other.group == one.group; });
    one.spread *= one.step != nullptr ? std::sqrt(static_cast<double>(same)) : 1;
  }
  return all;
}

// What the links and collectives reach, as far as steps were shared out so.
std::vector<std::string> names_of_links(const catalog::Gpu& gpu, const CalibrationData& data) {
  const auto any = [&](auto&& is_so) {
    return std::any_of(data.steps.begin(), data.steps.end(),
                       [&](const MeasuredStep& step) { return is_so(step.one.work); });
  };
  const bool has_tp = any([](const MemoryCase& work) { return work.layout.tp > 1; });
  const bool has_cp = any([](const MemoryCase& work) { return work.layout.cp > 1; });
  const bool has_shards = any([](const MemoryCase& work) { return work.zero == 3; });
  const bool has_dp =
      any([](const MemoryCase& work) { return work.layout.dp > 1 && work.zero < 3; });
  std::vector<std::string> names;
  if (has_tp) names.emplace_back("tensor_exposed");
  if (has_cp) names.emplace_back("context_exposed");
  if (has_tp || has_cp) names.emplace_back("collective_latency");
  if (has_dp) names.emplace_back("data_exposed");
  if (has_shards) names.insert(names.end(), {"sharding_exposed", "sharding_speed"});
  if (usual_node(gpu).is_pcie && (has_tp || has_dp || has_shards)) names.emplace_back("pcie_speed");
  return names;
}

// What belongs to the machine, its host and the software that measured.
std::vector<std::string> moved_names(const catalog::Gpu& gpu, const CalibrationData& data) {
  std::vector<std::string> names;
  if (const auto generation = generation_of(gpu)) {
    names.push_back("energy." + std::string(to_text(*generation)));
    names.push_back("attention." + std::string(to_text(*generation)));
  }
  if (data.steps.empty()) return names;
  std::set<Software> softwares;
  for (const MeasuredStep& step : data.steps) softwares.insert(step.one.software);
  for (const Software software : softwares)
    for (const char* name : {"matrices.", "between.", "launch."})
      names.push_back(name + std::string(to_text(software)));
  names.insert(names.end(), {"logit_passes", "optimizer_bytes", "step_constant"});
  if (std::any_of(data.steps.begin(), data.steps.end(),
                  [](const MeasuredStep& step) { return step.of_engine != nullptr; }))
    names.emplace_back("gradient_bytes");
  for (std::string& name : names_of_links(gpu, data)) names.push_back(std::move(name));
  return names;
}

// The coefficients times e^moved, by their names.
TrainingCoefficients moved_coefficients(TrainingCoefficients set,
                                        const std::vector<std::string>& names,
                                        const std::vector<double>& moved) {
  for (const CoefficientInfo& info : coefficient_list(set))
    for (std::size_t i = 0; i < names.size(); ++i)
      if (info.name == names[i]) *info.value *= std::exp(moved[i]);
  return set;
}

std::vector<double> priors_of(TrainingCoefficients set, const std::vector<std::string>& names) {
  std::vector<double> priors(names.size());
  for (const CoefficientInfo& info : coefficient_list(set))
    for (std::size_t i = 0; i < names.size(); ++i)
      if (info.name == names[i]) priors[i] = info.spread;
  return priors;
}

}  // namespace

std::optional<Calibration> calibrate(const catalog::Gpu& gpu, const CalibrationData& data,
                                     const FittedTraining& fitted) {
  const std::vector<Work> works = works_of(data, fitted);
  if (works.empty() || !predicted(works.front(), gpu, fitted.coefficients)) return std::nullopt;
  const std::vector<std::string> names = moved_names(gpu, data);
  std::vector<Observation> all;
  for (const Work& one : works)
    all.push_back({one.group, one.measured, one.spread, [&](const std::vector<double>& moved) {
                     return predicted(one, gpu,
                                      moved_coefficients(fitted.coefficients, names, moved));
                   }});
  const Fold found = fold(all, priors_of(fitted.coefficients, names));
  Calibration calibration{{}, found.error};
  for (std::size_t i = 0; i < names.size(); ++i)
    calibration.coefficients.push_back({names[i], std::exp(found.moved[i])});
  return calibration;
}

std::optional<RecordRatio> record_ratio(const results::Run& run, std::span<const catalog::Gpu> gpus,
                                        const catalog::Gpu& gpu) {
  const ScoreDefinition& definition = current_score_definition();
  const Forecaster forecaster = current_forecaster(gpus);
  std::vector<double> ratios;
  for (const CaseDefinition& one : definition.cases) {
    if (one.kind == WorkKind::capacity) continue;
    const auto measured = best_rate(run, one);
    const auto known = forecaster.rate(one, gpu);
    if (measured && known && known->is_exact() && known->value > 0)
      ratios.push_back(measured->value / known->value);
  }
  if (ratios.empty()) return std::nullopt;
  return RecordRatio{median(ratios), static_cast<int>(ratios.size())};
}

FittedTraining calibrated(const FittedTraining& fitted,
                          const std::vector<CalibratedCoefficient>& coefficients) {
  FittedTraining set = fitted;
  std::vector<CoefficientInfo> list = coefficient_list(set.coefficients);
  for (const CalibratedCoefficient& one : coefficients) {
    const auto info = std::find_if(list.begin(), list.end(),
                                   [&](const auto& other) { return other.name == one.name; });
    if (info == list.end()) throw Error({"calibration.unknown_coefficient", {{"name", one.name}}});
    *info->value *= one.factor;
  }
  return set;
}

std::vector<CalibratedResult> calibrated_results(const catalog::Gpu& gpu,
                                                 const CalibrationData& data,
                                                 const FittedTraining& fitted,
                                                 const Calibration& found) {
  const FittedTraining own = calibrated(fitted, found.coefficients);
  std::vector<CalibratedResult> results;
  for (const Work& one : works_of(data, fitted)) {
    const auto before = predicted(one, gpu, fitted.coefficients),
               after = predicted(one, gpu, own.coefficients);
    if (!before || !after) continue;
    CalibratedResult result{one.group, one.step != nullptr, std::exp(one.measured),
                            std::exp(*before), std::exp(*after)};
    if (one.step != nullptr) result.name += " b" + whole_text(one.step->one.work.batch);
    if (one.step != nullptr && one.step->of_engine)
      result.name += " x " + whole_text(one.step->one.work.sequence);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace wgf::advisor
