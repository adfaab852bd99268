// SPDX-License-Identifier: MIT
#pragma once
// One coefficient of an operator's formula by name: what the reader of operators.toml and the fit
// go through. All coefficients are positive.

#include <string_view>

namespace wgf::advisor {

template <typename Coefficients>
struct CoefficientField {
  std::string_view name;
  double Coefficients::*member;
  double prior;   // where the fit starts and what it is drawn to where nothing else is known
  double spread;  // standard deviation of its logarithm between generations of cards
};

}  // namespace wgf::advisor
