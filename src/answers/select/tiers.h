// SPDX-License-Identifier: MIT
#pragma once
// What a budget buys: the largest networks that it trains and serves.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/market/suitability.h"
#include "answers/outcome.h"
#include "answers/recommend/recommend_finder.h"
#include "answers/select/select_request.h"

namespace wgf::answers {

struct Tier {
  std::string_view name;
  double from, to;  // dollars; to 0: any price
};
struct TierWork {
  std::string model;  // empty: not even the smallest
  std::optional<Recommendation> found;
  Message nothing;  // else said in its place: what comes nearest for the smallest network
};

struct TierAnswer {
  const Tier* tier = nullptr;
  TierWork training, inference;
  std::string adapted;  // the largest that QLoRA fine-tunes on one GPU; empty: none
  const catalog::Gpu* adapting = nullptr;  // the cheapest card that does
  std::vector<advisor::Suit> suits;        // of the cards recommended
};

// Of --budget-tier, one or all.
struct TiersAnswer {
  std::vector<TierAnswer> tiers;
  std::string deadline;  // of the trainings, as typed or usual
};

// Throws Error(usage) for a name that is none.
Outcome<TiersAnswer> budget_tiers(const SelectOptions& options, const Surroundings& surroundings);
nlohmann::ordered_json tiers_json(const TiersAnswer& answer, messages::Language language);

std::span<const std::string_view> tier_names();
inline constexpr int gpus_of_tier = 8;          // of one computer
inline constexpr double least_tier_users = 10;  // at once; below it is a try, no service

// At once, of all machines.
double users_served(const Detail& detail);

}  // namespace wgf::answers
