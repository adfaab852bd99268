// SPDX-License-Identifier: MIT
#include "results/score.h"

#include <algorithm>

namespace wgf::results {

std::string_view to_text(RateKind kind) {
  return kind == RateKind::measured    ? "measured"
         : kind == RateKind::published ? "published"
                                       : "forecast";
}

std::optional<RateKind> parse_rate_kind(std::string_view text) {
  for (const RateKind kind : {RateKind::measured, RateKind::published, RateKind::forecast})
    if (to_text(kind) == text) return kind;
  return std::nullopt;
}

bool Score::is_partial() const {
  return !missing().empty();
}

std::vector<std::string> Score::missing() const {
  std::vector<std::string> ids;
  for (const ScoreCase& value : cases)
    if (!value.rate) ids.push_back(value.id);
  return ids;
}

}  // namespace wgf::results
