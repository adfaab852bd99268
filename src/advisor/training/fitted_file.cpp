// SPDX-License-Identifier: MIT
// data/efficiency/training.toml: read when the program starts to need it, written by the fit.
#include <fmt/format.h>

#include <algorithm>

#include "advisor/training/coefficients.h"
#include "advisor/training/interval.h"
#include "catalog/record_reader.h"
#include "embedded/efficiency_data.h"

namespace wgf::advisor {
namespace {

constexpr double least = 1e-9, most = 1e9;

}  // namespace

FittedTraining read_fitted_training(const catalog::TomlDocument& document) {
  const auto number = [&](const std::string& key) {
    return catalog::coefficient(document, key).number(least, most);
  };
  FittedTraining fitted;
  for (const CoefficientInfo& one : coefficient_list(fitted.coefficients))
    *one.value = number(one.name);
  for (const SpreadInfo& one : spread_list(fitted)) *one.value = number(one.name);
  fitted.rows = static_cast<int>(number("rows"));
  fitted.fitted_on = catalog::coefficient(document, "fitted_on").text();
  return fitted;
}

const FittedTraining& fitted_training() {
  static const FittedTraining fitted = read_fitted_training(
      catalog::find_document(embedded::efficiency_data(), "data/efficiency/training.toml"));
  return fitted;
}

std::string to_toml(FittedTraining fitted) {
  std::string text = fmt::format(
      "# Efficiencies of training, fitted on data/truth/training.csv by training_accuracy --fit\n"
      "# (src/truth/fit). What each is: src/advisor/training/coefficients.h; the method: "
      "docs/method/training.md.\n"
      "# Spreads: 90 % of |ln(predicted / measured)| of rows whose source was held out of the "
      "fit.\n"
      "fitted_on = \"{}\"\nrows = {}\n\n"
      "[coefficients]\n",
      fitted.fitted_on, fitted.rows);
  for (const CoefficientInfo& one : coefficient_list(fitted.coefficients))
    text += fmt::format("{} = {:.5g}  # prior {:g}, spread {:g}\n", one.name, *one.value, one.prior,
                        one.spread);
  text += "\n[spreads]\n";
  for (const SpreadInfo& one : spread_list(fitted))
    text += fmt::format("{} = {:.4f}\n", one.name, *one.value);
  return text;
}

}  // namespace wgf::advisor
