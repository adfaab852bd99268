// SPDX-License-Identifier: MIT
#pragma once
// cloud-prices on the terminal and as JSON.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "cli/command.h"
#include "cli/prices/price_refresh.h"

namespace wgf::cli {

struct PriceList {
  std::vector<advisor::PricedOffer> offers;  // in the order to show them
  std::size_t shown = 0;                     // of them in the list on a terminal
  std::size_t width = 80;
  bool is_explained = false;
  Day today;
  std::optional<Message> nothing = std::nullopt;  // why there is no offer
};

// The cheapest of each card on demand and as spot, the list of offers, sources and notes.
std::string price_text(const PriceList& list, const Context& context);
nlohmann::ordered_json price_json(const PriceList& list);

std::string refresh_text(const std::vector<RefreshOutcome>& outcomes,
                         const std::filesystem::path& file, const Context& context);
nlohmann::ordered_json refresh_json(const std::vector<RefreshOutcome>& outcomes,
                                    const Context& context);

}  // namespace wgf::cli
