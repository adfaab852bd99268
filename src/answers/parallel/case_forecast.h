// SPDX-License-Identifier: MIT
#pragma once
// A training case of our engine as predict forecasts it, its pipeline replayed: what forecast rows
// show, what stands beside measured ones, and what calibrate folds results into.

#include <memory>
#include <optional>
#include <string>

#include "advisor/network/network.h"
#include "answers/parallel/pipeline_forecast.h"
#include "answers/surroundings.h"
#include "answers/training/calibrated.h"
#include "results/case.h"

namespace wgf::answers {

// The efficiencies that our engine is forecast with: it is C++ and kernels of its own.
inline constexpr advisor::Software engine_software = advisor::Software::native;

// The decoder of the catalogue that a case trains; nullptr: another network.
const catalog::Model* trained_decoder(const results::Case& value, const catalog::Catalog& catalog);

class CaseForecast {
 public:
  // value, gpu: as of forecast_result. Throws Error for what cannot be forecast: a form or setting
  // that is only measured, a layout or a schedule that cannot be.
  CaseForecast(const results::Case& value, const std::string& gpu, const Surroundings& surroundings,
               bool is_calibrated);

  const advisor::Network& network() const { return network_; }
  const advisor::TrainingForecast& forecast() const { return forecast_; }
  const std::optional<PipelineForecast>& pipeline() const { return pipeline_; }  // with stages
  Seconds step() const { return pipeline_ ? pipeline_->step : forecast_.step(); }
  double expert_imbalance() const { return skew_; }  // the fullest rank's rows over the mean
  // The same with other coefficients.
  std::optional<Seconds> step_with(const advisor::TrainingCoefficients& c) const;

 private:
  std::optional<PipelineForecast> replayed(const advisor::TrainingForecast& forecast) const;

  advisor::StepTime skewed(advisor::StepTime parts) const;

  advisor::Network network_;
  double skew_ = 1;
  std::shared_ptr<const Calibrated> calibrated_;  // what the forecast points into
  advisor::TrainingForecast forecast_;
  pipeline::Kind kind_ = pipeline::Kind::one_f_one_b;
  std::optional<pipeline::Schedule> schedule_;
  bool is_balanced_ = false;
  std::optional<PipelineForecast> pipeline_;
};

}  // namespace wgf::answers
