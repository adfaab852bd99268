// SPDX-License-Identifier: MIT
#pragma once
// Fits the coefficients of one kind of operator per type and generation, and predicts each card as
// if it, or its whole generation, had never been measured.

#include <map>
#include <string>
#include <vector>

#include "truth/fit/operator_truth.h"

namespace wgf::truth::fit {

using Coefficients = std::vector<double>;  // logarithms, in the order of TruthKind::parameters

struct TypeFit {
  std::map<std::string, Coefficients> generations;
  Coefficients any;  // their mean
};

// The groups of one type. A family of links apart from the others ("PCIe") does not enter the mean.
TypeFit fit_type(const TruthKind& kind, const std::vector<const TruthGroup*>& groups,
                 const TypeFit* start = nullptr);

// Logarithms of predicted / measured, row by row.
struct HeldOut {
  std::string card, generation, type;
  bool has_siblings = false;      // of its generation
  std::vector<double> fitted;     // with the card in the fit
  std::vector<double> by_others;  // without it: by its siblings, or by other generations
  std::vector<double> by_other_generations;
};
struct KindFit {
  std::map<std::string, TypeFit> types;
  std::vector<HeldOut> held_out;
};
KindFit fit_kind(const TruthKind& kind);

std::vector<double> log_errors(const TruthGroup& group, const Coefficients& coefficients);

}  // namespace wgf::truth::fit
