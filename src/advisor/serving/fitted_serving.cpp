// SPDX-License-Identifier: MIT
// data/efficiency/serving.toml: read when the program starts to need it, written by the fit.
#include <fmt/format.h>

#include "advisor/serving/coefficients.h"
#include "catalog/record_reader.h"
#include "catalog/toml_document.h"
#include "embedded/efficiency_data.h"

namespace wgf::advisor {
namespace {

constexpr double least = 1e-9, most = 1e9;
constexpr std::string_view band_names[] = {
    "ttft_trtllm", "ttft_vllm",  "ttft_sglang", "tpot_trtllm",   "tpot_vllm",   "tpot_sglang",
    "ttft_pools",  "tpot_pools", "offline",     "single_prompt", "single_token"};
static_assert(std::size(band_names) == serving_band_count);

// "llama.cpp" would need quotes as a key.
std::string key_of(std::string name) {
  if (const std::size_t dot = name.find("llama.cpp"); dot != std::string::npos)
    name.replace(dot, std::string_view("llama.cpp").size(), "llama_cpp");
  if (const std::size_t dot = name.find('.'); dot != std::string::npos) name[dot] = '_';
  return name;
}

}  // namespace

std::string_view to_text(ServingBandKind kind) {
  return band_names[static_cast<std::size_t>(kind)];
}

ServingBandKind ttft_band(const ServingCase& one) {
  if (one.prefill) return ServingBandKind::ttft_pools;
  switch (one.software) {
    case ServingSoftware::trtllm:
      return ServingBandKind::ttft_trtllm;
    case ServingSoftware::vllm:
      return ServingBandKind::ttft_vllm;
    case ServingSoftware::sglang:
      return ServingBandKind::ttft_sglang;
    default:
      return ServingBandKind::single_prompt;
  }
}

ServingBandKind tpot_band(const ServingCase& one) {
  if (one.prefill) return ServingBandKind::tpot_pools;
  switch (one.software) {
    case ServingSoftware::trtllm:
      return ServingBandKind::tpot_trtllm;
    case ServingSoftware::vllm:
      return ServingBandKind::tpot_vllm;
    case ServingSoftware::sglang:
      return ServingBandKind::tpot_sglang;
    default:
      return ServingBandKind::single_token;
  }
}

FittedServing read_fitted_serving(const catalog::TomlDocument& document) {
  const auto number = [&](const std::string& key) {
    return catalog::coefficient(document, key).number(least, most);
  };
  FittedServing fitted;
  for (const ServingCoefficientInfo& one : coefficient_list(fitted.coefficients))
    *one.value = number(key_of(one.name));
  for (std::size_t i = 0; i < fitted.bands.size(); ++i)
    fitted.bands[i] = {number(std::string(band_names[i]) + "_low"),
                       number(std::string(band_names[i]) + "_high")};
  fitted.rows = static_cast<int>(number("rows"));
  fitted.fitted_on = catalog::coefficient(document, "fitted_on").text();
  return fitted;
}

const FittedServing& fitted_serving() {
  static const FittedServing fitted = read_fitted_serving(
      catalog::find_document(embedded::efficiency_data(), "data/efficiency/serving.toml"));
  return fitted;
}

std::string to_toml(FittedServing fitted) {
  std::string text = fmt::format(
      "# Efficiencies of serving, fitted on data/truth/inference*.csv.gz by serving_accuracy "
      "--fit\n"
      "# (src/truth/fit). What each is: src/advisor/serving/coefficients.h; "
      "docs/method/serving.md.\n"
      "# Bands: measured over forecast, 5 and 95 % of rows whose group was held out of the fit.\n"
      "fitted_on = \"{}\"\nrows = {}\n",
      fitted.fitted_on, fitted.rows);
  for (std::size_t i = 0; i < fitted.bands.size(); ++i)
    text += fmt::format("{0}_low = {1:.4g}\n{0}_high = {2:.4g}\n", band_names[i],
                        fitted.bands[i].low, fitted.bands[i].high);
  text += "\n[coefficients]\n";
  for (const ServingCoefficientInfo& one : coefficient_list(fitted.coefficients))
    text += fmt::format("{} = {:.5g}  # prior {:g}, spread {:g}\n", key_of(one.name), *one.value,
                        one.prior, one.spread);
  return text;
}

}  // namespace wgf::advisor
