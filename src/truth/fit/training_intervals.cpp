// SPDX-License-Identifier: MIT
#include "truth/fit/training_intervals.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace wgf::truth::fit {
namespace {

using advisor::CaseKind;
using advisor::Software;

// That all cases of the kind weigh as, beside those of the same software: another source of a
// known software is hardly nearer than one of any other.
constexpr double pooled_rows = 45;
// That one source weighs as among those of its software, however many rows it has.
constexpr double most_of_source = 20;
constexpr double inside = 0.9;  // of the errors

using Weighted = std::vector<std::pair<double, double>>;  // value, weight

double total_weight(const Weighted& all) {
  double sum = 0;
  for (const auto& [value, weight] : all) sum += weight;
  return sum;
}

double weighted_quantile(Weighted all, double share) {
  std::sort(all.begin(), all.end());
  const double wanted = share * total_weight(all);
  double sum = 0;
  for (const auto& [value, weight] : all)
    if ((sum += weight) >= wanted) return value;
  return all.empty() ? 0 : all.back().first;
}

// 90 % of the errors' sizes; of `own` together with `pooled`, which weighs as a few rows.
double spread_of(Weighted own, const Weighted& pooled = {}) {
  const double share = pooled_rows / std::max(total_weight(pooled), 1e-9);
  for (const auto& [value, weight] : pooled) own.emplace_back(value, weight * share);
  return weighted_quantile(own, inside);
}

}  // namespace

void set_intervals(const std::vector<Residual>& residuals, const std::string& left_out,
                   advisor::FittedTraining& fitted) {
  const auto chosen = [&](auto matches) {
    std::map<std::string, double> of_source;
    for (const Residual& one : residuals)
      if (matches(one)) of_source[one.group] += one.weight;
    Weighted found;
    for (const Residual& one : residuals)
      if (one.group != left_out && matches(one))
        found.emplace_back(std::abs(one.log_error),
                           one.weight * std::min(1.0, most_of_source / of_source[one.group]));
    return found;
  };
  for (int kind = 0; kind < advisor::case_kind_count; ++kind) {
    const auto is_kind = [&](const Residual& one) { return static_cast<int>(one.kind) == kind; };
    const Weighted pooled = chosen(is_kind);
    for (int software = 0; software < advisor::software_count; ++software) {
      const Weighted own = chosen([&](const Residual& one) {
        return is_kind(one) && static_cast<int>(one.software) == software;
      });
      fitted.spreads[static_cast<std::size_t>(software)][static_cast<std::size_t>(kind)] =
          spread_of(own, pooled);
    }
  }
}

}  // namespace wgf::truth::fit
