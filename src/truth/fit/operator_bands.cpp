// SPDX-License-Identifier: MIT
#include "truth/fit/operator_bands.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/distributions.h"
#include "base/statistics.h"

namespace wgf::truth::fit {
namespace {

constexpr double inside = 0.9;

// Logarithms of predicted / measured, by what was held out.
using Groups = std::map<std::string, std::vector<double>>;

// Every group counts alike: so many quantiles of its errors stand for it.
Groups represented(Groups groups) {
  constexpr int count = 400;
  for (auto& [name, errors] : groups) {
    std::vector<double> quantiles;
    for (int i = 0; i < count; ++i) quantiles.push_back(quantile(errors, (i + 0.5) / count));
    errors = std::move(quantiles);
  }
  return groups;
}

Groups errors_by_card(const std::vector<HeldOut>& held_out) {
  Groups groups;
  for (const HeldOut& one : held_out) {
    if (one.generation == advisor::host_link || !one.has_siblings) continue;
    std::vector<double>& errors = groups[one.card];
    errors.insert(errors.end(), one.by_others.begin(), one.by_others.end());
  }
  return represented(std::move(groups));
}

Groups errors_by_generation(const std::vector<HeldOut>& held_out) {
  Groups groups;
  for (const HeldOut& one : held_out) {
    if (one.generation == advisor::host_link) continue;
    std::vector<double>& errors = groups[one.generation];
    errors.insert(errors.end(), one.by_other_generations.begin(), one.by_other_generations.end());
  }
  return represented(std::move(groups));
}

advisor::OperatorBand band_without(const Groups& groups, const std::set<std::string>& left_out) {
  std::vector<double> all;
  for (const auto& [name, errors] : groups)
    if (!left_out.contains(name)) all.insert(all.end(), errors.begin(), errors.end());
  return band_of(all);
}

// How far beyond the nearer end of the band, in the logarithm; negative inside.
double beyond(const advisor::OperatorBand& band, double log_error) {
  return std::max(std::log(band.low) + log_error, -log_error - std::log(band.high));
}

// Conformalized: as much wider as it takes for 90 % of each group's errors to lie in the band of
// the others (Romano, Patterson and Candes, 2019).
advisor::OperatorBand conformal_band(const Groups& groups, const std::string& left_out) {
  std::vector<double> further;
  for (const auto& [name, errors] : groups) {
    if (name == left_out) continue;
    const advisor::OperatorBand others = band_without(groups, {name, left_out});
    for (const double error : errors) further.push_back(beyond(others, error));
  }
  const advisor::OperatorBand band = band_without(groups, {left_out});
  const double wider = std::max(0.0, quantile(further, inside));
  return {band.low * std::exp(-wider), band.high * std::exp(wider)};
}

// What is off in a generation is off in all its rows, so that few generations are few samples: the
// prediction interval of one more by Student's t, against the normal one.
double of_few(std::size_t groups) {
  const double count = static_cast<double>(groups);
  return student_t_critical(1 - inside, count - 1) / normal_90 * std::sqrt(1 + 1 / count);
}

advisor::OperatorBand card_band(const std::vector<HeldOut>& held_out, const std::string& left_out) {
  return conformal_band(errors_by_card(held_out), left_out);
}

advisor::OperatorBand generation_band(const std::vector<HeldOut>& held_out,
                                      const std::string& left_out) {
  const Groups groups = errors_by_generation(held_out);
  const advisor::OperatorBand band = conformal_band(groups, left_out);
  const double wider = of_few(groups.size() - groups.count(left_out));
  return {std::pow(band.low, wider), std::pow(band.high, wider)};
}

}  // namespace

advisor::OperatorBand band_of(const std::vector<double>& log_errors) {
  return {std::min(1.0, std::exp(-quantile(log_errors, 0.95))),
          std::max(1.0, std::exp(-quantile(log_errors, 0.05)))};
}

bool is_inside(const advisor::OperatorBand& band, double log_error) {
  const double ratio = std::exp(-log_error);
  return ratio >= band.low && ratio <= band.high;
}

HeldOutBands bands_of(const std::vector<HeldOut>& held_out) {
  return {card_band(held_out, ""), generation_band(held_out, "")};
}

advisor::OperatorBand band_without_card(const std::vector<HeldOut>& held_out, const HeldOut& card) {
  return card.has_siblings ? card_band(held_out, card.card)
                           : generation_band(held_out, card.generation);
}

}  // namespace wgf::truth::fit
