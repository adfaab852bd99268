// SPDX-License-Identifier: MIT
#include "cli/words/rate_basis.h"

#include <fmt/format.h>

#include "advisor/score/known_rates.h"
#include "base/text.h"

namespace wgf::cli {
namespace {

// The one case that `predict` answers too, and in the setting of the published rates.
constexpr std::string_view case_of_predict = "train_resnet50";

std::string factor_text(double conversion) {
  return fmt::format("{:.2f}", conversion);
}

}  // namespace

std::string rate_basis(results::RateKind kind, const std::optional<double>& conversion,
                       const Context& context) {
  if (conversion)
    return context.text({"score.kind_converted", {{"factor", factor_text(*conversion)}}});
  return context.text("score.kind_" + std::string(results::to_text(kind)));
}

std::vector<std::string> rate_notes(std::string_view case_id,
                                    const std::optional<double>& conversion,
                                    const Context& context) {
  std::vector<std::string> notes;
  if (conversion)
    notes.push_back(context.text(
        {"score.note_converted",
         {{"factor", factor_text(*conversion)},
          {"gpus", join(advisor::measured_gpus(advisor::known_rates(), case_id), ", ")}}}));
  if (case_id == case_of_predict) notes.push_back(context.text("score.note_of_predict"));
  return notes;
}

}  // namespace wgf::cli
