// SPDX-License-Identifier: MIT
#pragma once
// 90 % intervals of training times, from the errors of predictions whose source was held out.

#include <string>
#include <vector>

#include "advisor/training/coefficients.h"
#include "advisor/training/interval.h"

namespace wgf::truth::fit {

struct Residual {
  std::string group;
  advisor::Software software{};
  advisor::CaseKind kind{};
  double log_error = 0;  // of measured over predicted
  double weight = 1;
};

// Fills the spreads. Cases of one software and kind share one: 90 % of the sizes of their errors,
// with those of all cases of the kind, which weigh as some rows. left_out: a group whose errors do
// not count.
void set_intervals(const std::vector<Residual>& residuals, const std::string& left_out,
                   advisor::FittedTraining& fitted);

}  // namespace wgf::truth::fit
