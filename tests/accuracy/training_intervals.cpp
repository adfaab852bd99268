// SPDX-License-Identifier: MIT
#include "training_intervals.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace wgf::accuracy {
namespace {

using advisor::CaseKind;
using advisor::Software;

constexpr double pooled_rows = 6;  // that cases of other software weigh as
constexpr double tail = 0.05;      // of the errors beyond each bound

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

advisor::RelativeInterval interval_of(const Weighted& own, const Weighted& pooled) {
  Weighted all = own;
  const double share = pooled_rows / std::max(total_weight(pooled), 1e-9);
  for (const auto& [value, weight] : pooled) all.emplace_back(value, weight * share);
  return {std::exp(weighted_quantile(all, tail)), std::exp(weighted_quantile(all, 1 - tail))};
}

double spread_of(const Weighted& all) {
  Weighted absolute;
  for (const auto& [value, weight] : all) absolute.emplace_back(std::abs(value), weight);
  return weighted_quantile(absolute, 1 - 2 * tail);
}

}  // namespace

void set_intervals(const std::vector<Residual>& residuals, const std::string& left_out,
                   advisor::FittedTraining& fitted) {
  const auto chosen = [&](auto matches) {
    Weighted found;
    for (const Residual& one : residuals)
      if (one.group != left_out && matches(one)) found.emplace_back(one.log_error, one.weight);
    return found;
  };
  for (int kind = 0; kind < advisor::case_kind_count; ++kind) {
    const auto is_kind = [&](const Residual& one) { return static_cast<int>(one.kind) == kind; };
    const Weighted pooled = chosen(is_kind);
    for (int software = 0; software < advisor::software_count; ++software) {
      const Weighted own = chosen([&](const Residual& one) {
        return is_kind(one) && static_cast<int>(one.software) == software;
      });
      fitted.intervals[static_cast<std::size_t>(software)][static_cast<std::size_t>(kind)] =
          interval_of(own, pooled);
    }
  }
  const auto has_experts = [](const Residual& one) { return one.kind == CaseKind::experts; };
  fitted.expert_spread = spread_of(chosen(has_experts));
  fitted.dense_spread = spread_of(chosen(std::not_fn(has_experts)));
}

}  // namespace wgf::accuracy
