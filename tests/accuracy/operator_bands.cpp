// SPDX-License-Identifier: MIT
#include "operator_bands.h"

#include <algorithm>
#include <cmath>

#include "base/statistics.h"

namespace wgf::accuracy {

advisor::OperatorBand band_of(const std::vector<double>& log_errors) {
  return {std::min(1.0, std::exp(-quantile(log_errors, 0.95))),
          std::max(1.0, std::exp(-quantile(log_errors, 0.05)))};
}

bool is_inside(const advisor::OperatorBand& band, double log_error) {
  const double ratio = std::exp(-log_error);
  return ratio >= band.low && ratio <= band.high;
}

HeldOutBands bands_of(const std::vector<HeldOut>& held_out, std::string_view left_out) {
  std::vector<double> known, other;
  for (const HeldOut& one : held_out) {
    if (one.generation == advisor::host_link || one.card == left_out) continue;
    if (one.has_siblings) known.insert(known.end(), one.by_others.begin(), one.by_others.end());
    other.insert(other.end(), one.by_other_generations.begin(), one.by_other_generations.end());
  }
  return {band_of(known), band_of(other)};
}

advisor::OperatorBand band_without_card(const std::vector<HeldOut>& held_out, const HeldOut& card) {
  const HeldOutBands bands = bands_of(held_out, card.card);
  return card.has_siblings ? bands.known : bands.other;
}

}  // namespace wgf::accuracy
