// SPDX-License-Identifier: MIT
#pragma once
// What cards cost to rent beside what they score, in words: for list-gpus and score.

#include <string>

#include "answers/gpus/gpu_market.h"
#include "cli/command.h"
#include "cli/words/offer_words.h"

namespace wgf::cli {

// By the built-in and refreshed prices, today.
answers::GpuMarket market_now(const catalog::GpuCatalog& gpus, const Context& context);

std::string rental_text(const advisor::PriceRange* range);  // "1.29-6.98", "-"
// "40.1 ★★★☆☆", with a mark where the price is not fresh.
std::string value_text(const advisor::PricePerformance* value);
// "7.8 (6.98 $/h)": at the cheapest price of any age, "-" where that is no lower.
std::string older_value_text(const advisor::PricePerformance* value);
std::string stars_text(int stars);  // "★★★☆☆"

// The table of the ranking, with what its figures mean.
std::string price_performance_text(const answers::GpuMarket& market, const Context& context);
// "16.6 points / 0.40 $/h = 41.5; 3 of 71 are higher: 5 stars"
std::string index_arithmetic(const advisor::PricePerformance& value,
                             const answers::GpuMarket& market, const Context& context);
// That of every card of the ranking.
std::string explained_ranking(const answers::GpuMarket& market, const Context& context);

}  // namespace wgf::cli
