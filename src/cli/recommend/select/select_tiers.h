// SPDX-License-Identifier: MIT
#pragma once
// What a budget buys: the largest networks that it trains and serves.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/market/suitability.h"
#include "answers/recommend/recommend_finder.h"
#include "cli/recommend/select/select_rows.h"

namespace wgf::cli {

struct Tier {
  std::string_view name;
  double from, to;  // dollars; to 0: any price
};
struct TierWork {
  std::string model;  // empty: not even the smallest
  std::optional<answers::Recommendation> found;
  Message nothing;  // else said in its place: what comes nearest for the smallest network
};

struct TierAnswer {
  const Tier* tier = nullptr;
  TierWork training, inference;
  std::string adapted;  // the largest that QLoRA fine-tunes on one GPU; empty: none
  const catalog::Gpu* adapting = nullptr;  // the cheapest card that does
  std::vector<advisor::Suit> suits;        // of the cards recommended
};

// At once, of all machines.
double users_served(const answers::Detail& detail);

// The marks of several tiers are explained below the last one.
std::string tier_text(const TierAnswer& answer, bool is_explained, RowMarks& marks,
                      const Context& context);

}  // namespace wgf::cli
