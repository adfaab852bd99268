// SPDX-License-Identifier: MIT
// data/efficiency/classic.toml: read when the program starts to need it, written by the fit.
#include <fmt/format.h>

#include "advisor/training/classic_training.h"
#include "base/error.h"
#include "catalog/record_reader.h"
#include "catalog/toml_document.h"
#include "embedded/training_data.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view file_name = "classic.toml";
constexpr double most = 100;  // of a logarithm

}  // namespace

FittedClassic parse_fitted_classic(std::string_view toml, const std::string& file) {
  const catalog::TomlDocument document = catalog::parse_toml(toml, file);
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
  static const FittedClassic fitted = [] {
    for (const EmbeddedFile& file : embedded::training_data())
      if (file.name == file_name)
        return parse_fitted_classic(file.text, "data/efficiency/" + std::string(file_name));
    throw Error(
        {"files.cannot_read",
         {{"path", "data/efficiency/" + std::string(file_name)}, {"reason", "not embedded"}}});
  }();
  return fitted;
}

std::string to_toml(FittedClassic fitted) {
  std::string text = fmt::format(
      "# Training rates of classic networks, fitted on data/truth/classic_training.csv by\n"
      "# classic_accuracy --fit (tests/accuracy). Logarithms; what each is:\n"
      "# src/advisor/training/classic_training.h; the method: docs/method.md, \"Classic "
      "networks\".\n"
      "# Spreads: 90 % of |ln(predicted / measured)| of cards that were left out of the fit, one\n"
      "# alone and several of one machine.\n"
      "fitted_on = \"{}\"\nspread = {:.4f}\nseveral_spread = {:.4f}\n\n[coefficients]\n",
      fitted.fitted_on, fitted.spread, fitted.several_spread);
  for (const ClassicCoefficientInfo& one : classic_list(fitted.coefficients))
    text += fmt::format("{} = {:.4f}\n", one.name, *one.value);
  return text;
}

}  // namespace wgf::advisor
