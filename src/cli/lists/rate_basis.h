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

// Sentences on rates of one case of the score: what a conversion is, where there is one, and where
// another command answers for another setting of the same network.
std::vector<std::string> rate_notes(std::string_view case_id,
                                    const std::optional<double>& conversion,
                                    const Context& context);

}  // namespace wgf::cli
