// SPDX-License-Identifier: MIT
#include "cli/predict/predict_cells.h"

#include <algorithm>

#include "base/figures.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"

namespace wgf::cli {

report::Column number_column(const char* key, const Context& context) {
  return {context.text(std::string("predict.column_") + key), report::Align::right};
}

std::string fits_word(const answers::Prediction& one, const Context& context) {
  if (!one.forecast.does_fit()) return context.text("footprint.no");
  return context.text(is_at_risk(one) ? "footprint.tight" : "footprint.yes");
}

std::string rate_range(const answers::PredictRequest& request, const answers::Prediction& one) {
  return range_text(one.forecast.of_rate(shown_rate(request, one.forecast)));
}

// What "tight" means, where a row is.
std::string tight_note(const std::vector<answers::Prediction>& rows, const Context& context) {
  const bool is_any = std::any_of(rows.begin(), rows.end(), [](const answers::Prediction& one) {
    return one.forecast.does_fit() && is_at_risk(one);
  });
  if (!is_any) return "";
  return paragraph({"predict.tight", {{"percent", percent_text(advisor::acceptable_risk)}}},
                   context);
}

}  // namespace wgf::cli
