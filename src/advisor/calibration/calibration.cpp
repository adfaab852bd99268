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

constexpr double product_spread = 0.08;  // ln, one standard deviation; set, not fitted
constexpr double difference = 1e-4;      // of a logarithm, for derivatives
constexpr int rounds = 4;                // the terms are nearly straight in the logarithms

using Row = std::vector<double>;

// One result: how a set of coefficients predicts it, and what it was.
struct Observation {
  std::string group;
  double measured = 0;  // ln
  double spread = 0;    // ln, one standard deviation
  const MeasuredStep* step = nullptr;
  const MeasuredProduct* product = nullptr;
};

std::optional<double> predicted(const Observation& one, const catalog::Gpu& gpu,
                                const TrainingCoefficients& c) {
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

std::vector<Observation> observations(const CalibrationData& data, const FittedTraining& fitted) {
  std::vector<Observation> all;
  for (const MeasuredStep& step : data.steps) {
    const double spread = training_spread(step.network, step.one, Familiarity::card, fitted);
    all.push_back({step.model + " " + std::string(to_text(step.one.matrices)),
                   std::log(step.time.value), spread / normal_90, &step, nullptr});
  }
  for (const MeasuredProduct& product : data.products)
    all.push_back({"product " + std::string(to_text(product.type)), std::log(product.rate.value),
                   product_spread, nullptr, &product});
  // A network is off in the same direction at every batch size.
  for (Observation& one : all) {
    const auto same = std::count_if(
        all.begin(), all.end(), [&](const Observation& other) { return other.group == one.group; });
    one.spread *= one.step != nullptr ? std::sqrt(static_cast<double>(same)) : 1;
  }
  return all;
}

// What belongs to the machine, its host and the software that measured.
std::vector<std::string> moved_names(const catalog::Gpu& gpu, const CalibrationData& data) {
  std::vector<std::string> names;
  if (const auto generation = generation_of(gpu)) {
    names.push_back("energy." + std::string(to_text(*generation)));
    names.push_back("attention." + std::string(to_text(*generation)));
  }
  if (!data.steps.empty())
    for (const char* name : {"matrices.pytorch", "between.pytorch", "launch.pytorch",
                             "logit_passes", "optimizer_bytes", "step_constant"})
      names.emplace_back(name);
  return names;
}

// x of a x = b by elimination; a is symmetric and positive definite.
Row solve(std::vector<Row> a, Row b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t row = i + 1; row < n; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[row][k] -= factor * a[i][k];
      b[row] -= factor * b[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

class Fold {
 public:
  Fold(const catalog::Gpu& gpu, const TrainingCoefficients& start,
       const std::vector<std::string>& names)
      : gpu_(gpu), start_(start) {
    TrainingCoefficients set = start_;
    for (const CoefficientInfo& info : coefficient_list(set)) {
      if (std::find(names.begin(), names.end(), info.name) == names.end()) continue;
      names_.push_back(info.name);
      spreads_.push_back(info.spread);
    }
  }

  // Logarithms of factors, in the order of names().
  Row most_likely(const std::vector<Observation>& all) const {
    Row moved(names_.size(), 0.0);
    for (int round = 0; round < rounds; ++round) moved = step_from(moved, all);
    return moved;
  }

  double off(const Observation& one, const Row& moved) const {
    return predicted(one, gpu_, with(moved)).value_or(one.measured) - one.measured;
  }

  const std::vector<std::string>& names() const { return names_; }

 private:
  TrainingCoefficients with(const Row& moved) const {
    TrainingCoefficients set = start_;
    for (const CoefficientInfo& info : coefficient_list(set))
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (info.name == names_[i]) *info.value *= std::exp(moved[i]);
    return set;
  }

  // Gauss-Newton with the prior: (J'WJ + P) moved = J'W (measured - predicted + J moved).
  Row step_from(const Row& moved, const std::vector<Observation>& all) const {
    const std::size_t n = moved.size();
    std::vector<Row> a(n, Row(n, 0.0));
    Row b(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) a[i][i] = 1 / (spreads_[i] * spreads_[i]);
    for (const Observation& one : all) {
      const double now = off(one, moved), weight = 1 / (one.spread * one.spread);
      Row slope(n);
      double linear = -now;
      for (std::size_t i = 0; i < n; ++i) {
        Row nudged = moved;
        nudged[i] += difference;
        slope[i] = (off(one, nudged) - now) / difference;
        linear += slope[i] * moved[i];
      }
      for (std::size_t i = 0; i < n; ++i) {
        b[i] += weight * slope[i] * linear;
        for (std::size_t k = 0; k < n; ++k) a[i][k] += weight * slope[i] * slope[k];
      }
    }
    return solve(std::move(a), std::move(b));
  }

  const catalog::Gpu& gpu_;
  TrainingCoefficients start_;
  std::vector<std::string> names_;
  Row spreads_;
};

double root_mean_square(const Fold& fold, const std::vector<Observation>& all, const Row& moved) {
  double squares = 0;
  for (const Observation& one : all) squares += std::pow(fold.off(one, moved), 2);
  return std::sqrt(squares / static_cast<double>(all.size()));
}

std::optional<double> held_out_error(const Fold& fold, const std::vector<Observation>& all) {
  std::set<std::string> groups;
  for (const Observation& one : all) groups.insert(one.group);
  if (groups.size() < 2) return std::nullopt;
  double squares = 0;
  for (const std::string& group : groups) {
    std::vector<Observation> kept;
    for (const Observation& one : all)
      if (one.group != group) kept.push_back(one);
    const Row moved = fold.most_likely(kept);
    for (const Observation& one : all)
      if (one.group == group) squares += std::pow(fold.off(one, moved), 2);
  }
  return std::sqrt(squares / static_cast<double>(all.size()));
}

}  // namespace

std::optional<Calibration> calibrate(const catalog::Gpu& gpu, const CalibrationData& data,
                                     const FittedTraining& fitted) {
  const std::vector<Observation> all = observations(data, fitted);
  if (all.empty() || !predicted(all.front(), gpu, fitted.coefficients)) return std::nullopt;
  const Fold fold(gpu, fitted.coefficients, moved_names(gpu, data));
  const Row moved = fold.most_likely(all), unmoved(moved.size(), 0.0);
  Calibration found;
  for (std::size_t i = 0; i < moved.size(); ++i)
    found.coefficients.push_back({fold.names()[i], std::exp(moved[i])});
  found.error.before = root_mean_square(fold, all, unmoved);
  found.error.after = root_mean_square(fold, all, moved);
  found.error.held_out = held_out_error(fold, all);
  return found;
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
  for (const Observation& one : observations(data, fitted)) {
    const auto before = predicted(one, gpu, fitted.coefficients),
               after = predicted(one, gpu, own.coefficients);
    if (!before || !after) continue;
    CalibratedResult result{one.group, one.step != nullptr, std::exp(one.measured),
                            std::exp(*before), std::exp(*after)};
    if (one.step != nullptr) result.name += " b" + whole_text(one.step->one.work.batch);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace wgf::advisor
