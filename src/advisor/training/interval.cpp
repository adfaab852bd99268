// SPDX-License-Identifier: MIT
#include "advisor/training/interval.h"

#include <algorithm>
#include <cmath>

namespace wgf::advisor {

CaseKind kind_of(const Network& network, const TrainingCase& one) {
  if (has_adapters(one.work)) return CaseKind::adapters;
  return network.has_experts() ? CaseKind::experts : CaseKind::dense;
}

std::string_view to_text(CaseKind kind) {
  constexpr std::string_view names[] = {"dense", "experts", "adapters"};
  static_assert(std::size(names) == case_kind_count);
  return names[static_cast<std::size_t>(kind)];
}

RelativeInterval step_time_interval(const Network& network, const TrainingCase& one,
                                    const FittedTraining& fitted) {
  const double spread = fitted.spreads[static_cast<std::size_t>(one.software)]
                                      [static_cast<std::size_t>(kind_of(network, one))];
  return {std::exp(-spread), std::exp(spread)};
}

std::vector<SpreadInfo> spread_list(FittedTraining& fitted) {
  std::vector<SpreadInfo> list;
  for (int software = 0; software < software_count; ++software)
    for (int kind = 0; kind < case_kind_count; ++kind)
      list.push_back(
          {"spread." + std::string(to_text(static_cast<Software>(software))) + "." +
               std::string(to_text(static_cast<CaseKind>(kind))),
           &fitted.spreads[static_cast<std::size_t>(software)][static_cast<std::size_t>(kind)]});
  return list;
}

}  // namespace wgf::advisor
