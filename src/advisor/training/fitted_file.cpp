// SPDX-License-Identifier: MIT
// data/efficiency/training.toml: read when the program starts to need it, written by the fit.
#include <fmt/format.h>

#include <algorithm>

#include "advisor/training/coefficients.h"
#include "advisor/training/interval.h"
#include "base/error.h"
#include "catalog/record_reader.h"
#include "catalog/toml_document.h"
#include "embedded/training_data.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view file_name = "training.toml";
constexpr double least = 1e-9, most = 1e9;

}  // namespace

FittedTraining parse_fitted_training(std::string_view toml, const std::string& file) {
  const catalog::TomlDocument document = catalog::parse_toml(toml, file);
  const auto number = [&](const std::string& key) {
    return catalog::coefficient(document, key).number(least, most);
  };
  FittedTraining fitted;
  for (const CoefficientInfo& one : coefficient_list(fitted.coefficients))
    *one.value = number(one.name);
  for (const SpreadInfo& one : spread_list(fitted)) *one.value = number(one.name);
  fitted.dense_spread = number("dense_spread");
  fitted.expert_spread = number("expert_spread");
  fitted.rows = static_cast<int>(number("rows"));
  fitted.fitted_on = catalog::coefficient(document, "fitted_on").text();
  return fitted;
}

const FittedTraining& fitted_training() {
  static const FittedTraining fitted = [] {
    for (const EmbeddedFile& file : embedded::training_data())
      if (file.name == file_name)
        return parse_fitted_training(file.text, "data/efficiency/" + std::string(file_name));
    throw Error(
        {"files.cannot_read",
         {{"path", "data/efficiency/" + std::string(file_name)}, {"reason", "not embedded"}}});
  }();
  return fitted;
}

std::string to_toml(FittedTraining fitted) {
  std::string text = fmt::format(
      "# Efficiencies of training, fitted on data/truth/training.csv by training_accuracy --fit\n"
      "# (tests/accuracy). What each is: src/advisor/training/coefficients.h; the method: "
      "docs/method.md.\n"
      "# Spreads: 90 % of |ln(predicted / measured)| of rows whose source was held out of the "
      "fit;\n"
      "# intervals: 5 % and 95 % of measured / predicted, of the same.\n"
      "fitted_on = \"{}\"\nrows = {}\ndense_spread = {:.4f}\nexpert_spread = {:.4f}\n\n"
      "[coefficients]\n",
      fitted.fitted_on, fitted.rows, fitted.dense_spread, fitted.expert_spread);
  for (const CoefficientInfo& one : coefficient_list(fitted.coefficients))
    text += fmt::format("{} = {:.5g}  # prior {:g}, spread {:g}\n", one.name, *one.value, one.prior,
                        one.spread);
  text += "\n[spreads]\n";
  for (const SpreadInfo& one : spread_list(fitted))
    text += fmt::format("{} = {:.4f}\n", one.name, *one.value);
  return text;
}

}  // namespace wgf::advisor
