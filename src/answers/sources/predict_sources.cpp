// SPDX-License-Identifier: MIT
#include "answers/sources/predict_sources.h"

namespace wgf::answers {

Rents::Rents(const PredictRequest& request, const PredictOptions& options,
             const Surroundings& surroundings) {
  if (!request.tokens && !options.goodput.is_asked) return;
  prices_ = surroundings.prices();
  priced_ =
      advisor::priced_offers(prices_->offers, surroundings.catalog.gpus(), {}, surroundings.today);
}

Calibrated::Calibrated(const PredictOptions& options, const PredictRequest& request,
                       const Surroundings& surroundings) {
  if (!options.is_calibrated) return;
  kept_ = surroundings.calibration(request.cards.front()->id);
  own_ = advisor::calibrated(advisor::fitted_training(), kept_->found.coefficients);
}

}  // namespace wgf::answers
