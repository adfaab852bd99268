// SPDX-License-Identifier: MIT
#include "answers/training/no_training.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/catalog.h"

namespace wgf::answers {

std::string gap_name(advisor::SpeedGap gap) {
  constexpr const char* names[] = {"no_layout", "unknown", "lack_peak", "lack_figure"};
  return names[static_cast<std::size_t>(gap)];
}

Message no_training(const std::vector<const catalog::Gpu*>& cards) {
  const advisor::SpeedGap gap = advisor::speed_gap(*cards.front());
  const bool is_one_reason = std::all_of(
      cards.begin(), cards.end(), [&](const auto* gpu) { return advisor::speed_gap(*gpu) == gap; });
  return {"predict.card_" + (is_one_reason ? gap_name(gap) : "several"),
          {{"gpu", join(gpu_ids(cards), ", ")}}};
}

}  // namespace wgf::answers
