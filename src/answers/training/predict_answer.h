// SPDX-License-Identifier: MIT
#pragma once
// One forecast of a training with its parts, or several side by side.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/predict/knee.h"
#include "advisor/predict/physics_bounds.h"
#include "advisor/predict/scaling.h"
#include "advisor/recommend/machines.h"
#include "answers/basis/training_basis.h"
#include "answers/training/predict_request.h"

namespace wgf::answers {

struct Prediction {
  advisor::TrainingForecast forecast;
  ForecastBasis basis;
  std::string_view precision;
  std::optional<advisor::RunRent> rent;             // with --tokens, where anybody rents the card
  std::optional<advisor::TrainingForecast> faster;  // on software that was not taken
  bool could_share = false;  // a layout that was not taken may have ranks to share among
};

// Of --tokens: what the run takes and costs.
struct RunCost {
  double seconds = 0;
  Interval interval;
  std::optional<double> usd;
  double usd_per_second = 0;
};
std::optional<RunCost> run_cost(const PredictRequest& request, const Prediction& one);

// It does not fit, or fits tightly.
bool is_at_risk(const Prediction& one);
// Of tokens a second; batches that do not fit, or fit tightly, are not possible.
advisor::Knee knee(const std::vector<Prediction>& batches);

// In images of a network of images, else in tokens, a second.
double shown_rate(const PredictRequest& request, const advisor::TrainingForecast& forecast);
// Software, layout or recomputation was left to the search.
bool is_setting_chosen(const PredictRequest& request);

struct ScalingAnswer {
  const catalog::Gpu* gpu = nullptr;
  ForecastBasis basis;
  double global_batch = 0;
  std::vector<advisor::ScalingRow> rows;
  struct Kind {
    advisor::FewestGpus fewest;
    std::vector<const catalog::Gpu*> cards;  // that suit, the fastest first
  };
  std::array<Kind, advisor::parallelism_count> kinds;
};
inline constexpr double suits_from = 0.8;  // efficiency
inline constexpr int most_counted_gpus = 4096;

// What no card can be faster than, where nothing is forecast.
struct CardBounds {
  const catalog::Gpu* gpu = nullptr;
  advisor::TrainingBounds bounds;
};

nlohmann::ordered_json prediction_json(const PredictRequest& request, const Prediction& one);
nlohmann::ordered_json batches_json(const PredictRequest& request,
                                    const std::vector<Prediction>& rows);
nlohmann::ordered_json scaling_json(const PredictRequest& request, const ScalingAnswer& answer);
nlohmann::ordered_json bounds_json(const PredictRequest& request, const CardBounds& one);

}  // namespace wgf::answers
