// SPDX-License-Identifier: MIT
#pragma once
// The fit of the training efficiencies: maximum a posteriori of log(predicted / measured), large
// groups of rows weighted down, every coefficient drawn to its prior.

#include <string>
#include <vector>

#include "advisor/training/coefficients.h"
#include "truth/training_rows.h"

namespace wgf::truth::fit {

// Log of predicted over measured; nothing where the model does not cover the card.
std::optional<double> log_error(const TrainingRow& row,
                                const advisor::TrainingCoefficients& coefficients);

// Of each row in the fit and in the intervals.
std::vector<double> row_weights(const std::vector<TrainingRow>& rows);

// left_out: a group not to fit on; empty: all rows count. Levenberg-Marquardt from the prior.
advisor::TrainingCoefficients fit(const std::vector<TrainingRow>& rows,
                                  const std::string& left_out);

}  // namespace wgf::truth::fit
