// SPDX-License-Identifier: MIT
#pragma once
// 90 % bands of the times of operators, from the errors of cards that were held out.

#include <string_view>
#include <vector>

#include "truth/fit/operator_fit.h"

namespace wgf::truth::fit {

// measured / predicted, of which 5 % lie below and 5 % above.
advisor::OperatorBand band_of(const std::vector<double>& log_errors);
// log_error: of predicted over measured.
bool is_inside(const advisor::OperatorBand& band, double log_error);

struct HeldOutBands {
  advisor::OperatorBand known, other;  // of cards with siblings in the fit, of other generations
};
// Wider than the errors behind them, as an unmeasured card is further off than those are from each
// other, and an unmeasured generation further still.
HeldOutBands bands_of(const std::vector<HeldOut>& held_out);

// What the program would say of the card if it had never been measured: no error of its own counts,
// in the band or in how much wider it is.
advisor::OperatorBand band_without_card(const std::vector<HeldOut>& held_out, const HeldOut& card);

}  // namespace wgf::truth::fit
