// SPDX-License-Identifier: MIT
#pragma once
// What tco answers: the cards from the best value down, those left out, and what it all rests on.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/market/rent.h"
#include "answers/outcome.h"
#include "answers/own/tco_request.h"
#include "answers/surroundings.h"
#include "messages/message_table.h"

namespace wgf::answers {

struct TcoCard {
  const catalog::Gpu* gpu = nullptr;
  advisor::Purchase purchase;
  bool is_price_given = false;  // the user's own, without rows
  std::optional<advisor::ScenarioRate> rate;
  advisor::Ownership owned;
  const advisor::PricedOffer* offer =
      nullptr;  // nullptr: nobody rents it, or the user named a rent
  const advisor::PricedOffer* fresh = nullptr;  // the cheapest of the last days, if there is one
  std::optional<advisor::RentComparison> rent;
};

struct LeftOut {
  const catalog::Gpu* gpu = nullptr;
  Message reason;
};

struct TcoAnswer {
  TcoRequest request;
  std::vector<TcoCard> cards;  // best value first
  std::vector<LeftOut> left_out;
  Day today;
  // What the cards' offers point into.
  std::shared_ptr<const Prices> prices;
  std::shared_ptr<const std::vector<advisor::PricedOffer>> market;
};

// A refusal where none of the cards can be owned for a known price, or one is to be sold for more
// than it costs.
Outcome<TcoAnswer> tco(TcoRequest request, const Surroundings& surroundings);

// Purchase prices whose newest row is older than this are marked.
inline constexpr int old_purchase_days = 365;
bool is_old(const advisor::Purchase& purchase, Day today);
// "new", "used" or "list", as JSON has it.
std::string_view condition_name(const advisor::Purchase& purchase);

nlohmann::ordered_json tco_json(const TcoAnswer& answer, messages::Language language);

}  // namespace wgf::answers
