// SPDX-License-Identifier: MIT
#pragma once
// The fit of the serving efficiencies: maximum a posteriori of log(forecast / measured), groups of
// rows weighted alike, every coefficient drawn to its prior.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "truth/serving_rows.h"

namespace wgf::truth::fit {

// A row with its card looked up once and the operators' times it was asked for.
struct ServingPoint {
  const ServingRow* row = nullptr;
  const advisor::PassCard* card = nullptr;
  std::shared_ptr<advisor::PassMemo> memo = std::make_shared<advisor::PassMemo>();
};
std::vector<ServingPoint> points_of(const std::vector<ServingRow>& rows);

// Log of forecast over measured; nothing where the model does not cover the case.
std::optional<double> log_error(const ServingPoint& point, const advisor::FittedServing& fitted);

// left_out: a group not to fit on; empty: all rows count. Levenberg-Marquardt from `start`.
advisor::ServingCoefficients fit(const std::vector<ServingPoint>& points,
                                 const std::string& left_out,
                                 const advisor::ServingCoefficients& start);
advisor::ServingCoefficients prior_coefficients();

}  // namespace wgf::truth::fit
