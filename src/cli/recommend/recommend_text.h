// SPDX-License-Identifier: MIT
#pragma once
// recommend as text.

#include <string>

#include "answers/recommend/recommend_answer.h"
#include "cli/command.h"

namespace wgf::cli {

// What the forecasts of these rest on where no published measurement is on a card; empty where one
// is on each.
std::string unmeasured_text(const std::vector<std::pair<std::string, advisor::Familiarity>>& cards,
                            const Context& context);
// At what price the order changes.
std::string flip_text(const answers::RecommendAnswer& answer, const answers::Choice& choice,
                      const Context& context);
// And what else would, what the budget reaches, what these forecasts rest on.
// Whose machine and of which day its price is; of a purchase what the price rests on.
std::string where_text(const answers::RecommendAnswer& answer, const advisor::Candidate& one,
                       const Context& context);
std::string nearest_text(const answers::RecommendAnswer& answer, const Context& context);
// The cards that were left out, and why.
std::string left_out_text(const answers::CardsLeftOut& left_out, bool is_training,
                          const Context& context);
// One of the best in a paragraph.
std::string choice_text(const answers::RecommendAnswer& answer, std::size_t place,
                        const Context& context);
std::string recommend_text(const answers::RecommendAnswer& answer, bool is_explained,
                           const Context& context);
// Every measure and the score of the best of each card.
std::string explained_ranks(const answers::RecommendAnswer& answer, const Context& context);

}  // namespace wgf::cli
