// SPDX-License-Identifier: MIT
#pragma once
// Where a card's rate comes from, in words, wherever rates of the score are shown: tco, score --gpu
// and list-gpus --compare.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "results/score.h"

namespace wgf::cli {

// "measured", "forecast", "published", "published x 1.31".
std::string rate_basis(results::RateKind kind, const std::optional<double>& conversion,
                       const Context& context);

// The conversion of the cards' rates, which is one of the whole case; nothing: none is converted.
template <typename Cards>
std::optional<double> conversion_of(const Cards& cards) {
  for (const auto& card : cards)
    if (card.rate && card.rate->conversion) return card.rate->conversion;
  return std::nullopt;
}

// Sentences on rates of one case of the score: what a conversion is, where there is one, and where
// another command answers for another setting of the same network.
std::vector<std::string> rate_notes(std::string_view case_id,
                                    const std::optional<double>& conversion,
                                    const Context& context);

}  // namespace wgf::cli
