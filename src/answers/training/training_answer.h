// SPDX-License-Identifier: MIT
#pragma once
// How fast a training would be on cards nobody need own: the question as a whole.

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>
#include <vector>

#include "answers/outcome.h"
#include "answers/sources/rents.h"
#include "answers/surroundings.h"
#include "answers/training/calibrated.h"
#include "answers/training/classic_answer.h"
#include "answers/training/predict_answer.h"
#include "answers/training/predict_goodput.h"

namespace wgf::answers {

struct PredictAnswer {
  PredictRequest request;
  std::shared_ptr<const Rents> rents;            // what prices point into
  std::shared_ptr<const Calibrated> calibrated;  // what forecasts point into
  std::vector<Prediction> rows;                  // one, or what stands side by side
  std::vector<const catalog::Gpu*> unknown;      // cards without a forecast
  std::optional<GoodputAnswer> goodput;
  std::optional<ScalingAnswer> scaling;
  // Beside a refusal: nothing but physics, and the work that it is of.
  std::vector<CardBounds> bounds;
  advisor::TrainingWork work;
};

// A classic network of which such a step was measured, else one of layers. Throws Error(usage) for
// what cannot be, Error(not_supported) for a sequence the network is too short for.
std::variant<ClassicRequest, PredictRequest> parse_training_request(
    const PredictOptions& options, const catalog::Catalog& catalog);

// Refused with bounds where the card's or the network's speed is not known.
Outcome<PredictAnswer> predict(const PredictRequest& request, const Surroundings& surroundings);

nlohmann::ordered_json predict_json(const PredictAnswer& answer);

}  // namespace wgf::answers
