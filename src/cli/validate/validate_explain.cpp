// SPDX-License-Identifier: MIT
// validate --explain: what each quantity is predicted with, what that was fitted on, and how its
// interval is made.

#include <fmt/format.h>

#include "advisor/serving/coefficients.h"
#include "advisor/training/classic_training.h"
#include "advisor/training/coefficients.h"
#include "base/text.h"
#include "cli/terminal.h"
#include "cli/validate/validate_text.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using truth::Quantity;

// Quantities of one model share a paragraph.
constexpr const char* models[] = {"training", "serving",   "memory",    "engine",
                                  "classic",  "operators", "parameters"};

std::string model_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::training:
      return "training";
    case Quantity::ttft:
    case Quantity::tpot:
    case Quantity::throughput:
    case Quantity::prompt_rate:
    case Quantity::token_rate:
      return "serving";
    case Quantity::memory:
      return "memory";
    case Quantity::engine_memory:
      return "engine";
    case Quantity::classic:
      return "classic";
    case Quantity::parameters:
      return "parameters";
    case Quantity::matrix:
    case Quantity::prefill:
    case Quantity::decode:
    case Quantity::experts:
    case Quantity::collective:
      break;
  }
  return "operators";
}

Message fit_of(const std::string& model) {
  std::vector<std::pair<std::string, std::string>> facts;
  if (model == "training") {
    const advisor::FittedTraining& fitted = advisor::fitted_training();
    facts = {{"date", fitted.fitted_on}, {"rows", std::to_string(fitted.rows)}};
  }
  if (model == "serving") {
    const advisor::FittedServing& fitted = advisor::fitted_serving();
    facts = {{"date", fitted.fitted_on}, {"rows", std::to_string(fitted.rows)}};
  }
  if (model == "classic") {
    const advisor::FittedClassic& fitted = advisor::fitted_classic();
    facts = {{"date", fitted.fitted_on},
             {"spread", fmt::format("{:.2f}", fitted.spread)},
             {"several", fmt::format("{:.2f}", fitted.several_spread)}};
  }
  return {"validate.explain_" + model, facts};
}

}  // namespace

std::string validate_explain_text(const truth::ValidateAnswer& answer, const Context& context) {
  std::string text;
  for (const char* model : models) {
    std::vector<std::string> names;
    for (int i = 0; i < truth::quantity_count; ++i) {
      const auto quantity = static_cast<Quantity>(i);
      const std::string name(to_text(quantity));
      if (model_of(quantity) == model && answer.groups.contains({name, "all", ""}))
        names.push_back(quantity_text(name, context));
    }
    if (names.empty()) continue;
    const std::string heading = context.text(
        {"validate.explain", {{"quantities", join(names, context.text("validate.and_next"))}}});
    text += wrapped(heading + context.text(fit_of(model)), text_width(), 2) + "\n";
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace wgf::cli
