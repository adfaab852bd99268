// SPDX-License-Identifier: MIT
#include "truth/fit/serving_fit.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "truth/fit/least_squares.h"

namespace wgf::truth::fit {
namespace {

using advisor::FittedServing;
using advisor::ServingCoefficientInfo;
using advisor::ServingCoefficients;

constexpr double noise = 0.12;            // of one row, log: versions, settings that rows omit
constexpr double first_token_noise = 3;   // times that: queues that rows do not describe
constexpr std::size_t rows_in_full = 50;  // of a group and metric: of more every n-th counts
constexpr double beyond = 1;              // residual of a case the model does not cover

// Every n-th row of each group and metric, so that none has more than rows_in_full.
std::vector<ServingPoint> chosen(const std::vector<ServingPoint>& points,
                                 const std::string& left_out) {
  std::map<std::pair<std::string, ServingMetric>, std::vector<ServingPoint>> groups;
  for (const ServingPoint& one : points)
    if (one.row->group != left_out) groups[{one.row->group, one.row->metric}].push_back(one);
  std::vector<ServingPoint> found;
  for (const auto& [key, members] : groups) {
    const double stride =
        std::max(1.0, static_cast<double>(members.size()) / static_cast<double>(rows_in_full));
    for (double at = 0; at < static_cast<double>(members.size()); at += stride)
      found.push_back(members[static_cast<std::size_t>(at)]);
  }
  return found;
}

// Of large errors only the order of magnitude counts: rows of another kind than stated must not
// move what the others agree on.
double bounded(double error, double scale) {
  const double z = error / scale;
  return scale * std::copysign(std::sqrt(std::log1p(z * z)), z);
}

double residual(const ServingPoint& one, const FittedServing& fitted) {
  const bool is_first = one.row->metric == ServingMetric::ttft;
  const double scale = is_first ? noise * first_token_noise : noise;
  const double error = bounded(log_error(one, fitted).value_or(beyond), scale);
  return is_first ? error / first_token_noise : error;
}

// Coefficients of software that no row ran stay at their priors.
std::vector<bool> are_seen(const std::vector<ServingPoint>& points) {
  std::vector<std::string> endings;
  for (const ServingPoint& one : points)
    endings.push_back("." + std::string(to_text(one.row->one.software)));
  ServingCoefficients set;
  std::vector<bool> seen;
  for (const ServingCoefficientInfo& one : advisor::coefficient_list(set)) {
    const bool is_general = one.name.find('.') == std::string::npos;
    seen.push_back(is_general || std::any_of(endings.begin(), endings.end(), [&](const auto& end) {
                     return one.name.ends_with(end);
                   }));
  }
  return seen;
}

}  // namespace

std::vector<ServingPoint> points_of(const std::vector<ServingRow>& rows) {
  static std::map<std::pair<const catalog::Gpu*, advisor::ServingSoftware>,
                  std::unique_ptr<advisor::PassCard>>
      cards;
  std::vector<ServingPoint> points;
  for (const ServingRow& row : rows) {
    auto& card = cards[{row.gpu, row.one.software}];
    if (!card)
      card = std::make_unique<advisor::PassCard>(
          advisor::pass_card(*row.gpu, row.node, row.one.software));
    ServingPoint& point = points.emplace_back();
    point.row = &row;
    point.card = card.get();
  }
  return points;
}

std::optional<double> log_error(const ServingPoint& point, const FittedServing& fitted) {
  const ServingRow& row = *point.row;
  const auto found = advisor::forecast_serving(row.network, row.one, *row.gpu, *point.card, fitted,
                                               point.memo.get());
  if (!found) return std::nullopt;
  return std::log(forecast_of(*found, row.one, row.metric) / row.measured);
}

ServingCoefficients prior_coefficients() {
  ServingCoefficients set;
  for (const ServingCoefficientInfo& one : advisor::coefficient_list(set)) *one.value = one.prior;
  return set;
}

ServingCoefficients fit(const std::vector<ServingPoint>& points, const std::string& left_out,
                        const ServingCoefficients& start) {
  const std::vector<ServingPoint> fitted_on = chosen(points, left_out);
  const std::vector<bool> seen = are_seen(fitted_on);
  const auto set_of = [&](std::span<const double> logs) {
    FittedServing fitted;
    fitted.coefficients = prior_coefficients();
    std::size_t at = 0, place = 0;
    for (const ServingCoefficientInfo& one : advisor::coefficient_list(fitted.coefficients))
      if (seen[place++]) *one.value = std::exp(logs[at++]);
    return fitted;
  };
  FitProblem problem;
  problem.residuals = fitted_on.size();
  problem.scale = noise;
  problem.evaluate = [&](std::span<const double> logs, std::span<double> residuals) {
    const FittedServing fitted = set_of(logs);
    for (std::size_t i = 0; i < fitted_on.size(); ++i)
      residuals[i] = residual(fitted_on[i], fitted);
  };
  ServingCoefficients set = start;
  std::vector<double> first;
  std::size_t place = 0;
  for (const ServingCoefficientInfo& one : advisor::coefficient_list(set)) {
    if (!seen[place++]) continue;
    first.push_back(std::log(*one.value));
    problem.prior.push_back(std::log(one.prior));
    problem.weight.push_back(noise / one.spread);
  }
  return set_of(fit_parameters(problem, first)).coefficients;
}

}  // namespace wgf::truth::fit
