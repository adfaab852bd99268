// SPDX-License-Identifier: MIT
#include "cli/predict/predict_sources.h"

#include "cli/prices/price_store.h"
#include "cli/terminal.h"

namespace wgf::cli {

Rents::Rents(const PredictRequest& request, const PredictOptions& options,
             const catalog::GpuCatalog& gpus, const Context& context) {
  if (!request.tokens && !options.goodput.is_asked) return;
  offers_ = offers_now(options.price_file, context);
  priced_ = advisor::priced_offers(offers_, gpus, {}, today());
}

Calibrated::Calibrated(const PredictOptions& options, const PredictRequest& request) {
  if (!options.is_calibrated) return;
  const std::string& gpu = request.cards.front()->id;
  kept_ = load_calibration(calibration_path("", gpu), gpu);
  own_ = advisor::calibrated(advisor::fitted_training(), kept_->found.coefficients);
}

void Calibrated::note(const Context& context) const {
  if (!kept_) return;
  print(paragraph({"calibration.used",
                   {{"results", std::to_string(kept_->results)},
                    {"gpu", kept_->gpu},
                    {"date", kept_->started_at.substr(0, 10)}}},
                  context) +
        record_text(*kept_, context) + "\n");
}

}  // namespace wgf::cli
