// SPDX-License-Identifier: MIT
// data/efficiency/classic.toml: read when the program starts to need it, written by the fit.
#include <fmt/format.h>

#include "advisor/training/classic_training.h"
#include "catalog/record_reader.h"
#include "embedded/efficiency_data.h"

namespace wgf::advisor {
namespace {

constexpr double most = 100;  // of a logarithm

}  // namespace

FittedClassic read_fitted_classic(const catalog::TomlDocument& document) {
  const auto reader = [&](const std::string& key) { return catalog::coefficient(document, key); };
  FittedClassic fitted;
  for (const ClassicCoefficientInfo& one : classic_list(fitted.coefficients))
    *one.value = reader(one.name).number(-most, most);
  fitted.spread = reader("spread").number(0, most);
  fitted.several_spread = reader("several_spread").number(0, most);
  fitted.fitted_on = reader("fitted_on").text();
  return fitted;
}

double spread_of(const ClassicCase& one, const FittedClassic& fitted) {
  return one.gpus > 1 ? fitted.several_spread : fitted.spread;
}

const FittedClassic& fitted_classic() {
  static const FittedClassic fitted = read_fitted_classic(
      catalog::find_document(embedded::efficiency_data(), "data/efficiency/classic.toml"));
  return fitted;
}

std::string to_toml(FittedClassic fitted) {
  std::string text = fmt::format(
      "# Training rates of classic networks, fitted on data/truth/classic_training.csv by\n"
      "# classic_accuracy --fit (src/truth/fit). Logarithms; what each is:\n"
      "# src/advisor/training/classic_training.h; the method: docs/method/classic-networks.md.\n"
      "# Spreads: 90 % of |ln(predicted / measured)| of cards that were left out of the fit, one\n"
      "# alone and several of one machine.\n"
      "fitted_on = \"{}\"\nspread = {:.4f}\nseveral_spread = {:.4f}\n\n[coefficients]\n",
      fitted.fitted_on, fitted.spread, fitted.several_spread);
  for (const ClassicCoefficientInfo& one : classic_list(fitted.coefficients))
    text += fmt::format("{} = {:.4f}\n", one.name, *one.value);
  return text;
}

}  // namespace wgf::advisor
