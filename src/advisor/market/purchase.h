// SPDX-License-Identifier: MIT
#pragma once
// What a card costs to buy: the range of the prices that its sources state.

#include <optional>
#include <span>
#include <vector>

#include "base/between.h"
#include "catalog/gpu.h"
#include "catalog/market_facts.h"

namespace wgf::advisor {

struct Purchase {
  Between<Usd> price;  // of one card
  catalog::PurchasePrice::Condition condition = catalog::PurchasePrice::Condition::fresh;
  // The rows it is the range of, newest first; none where the card's own record states it.
  std::vector<const catalog::PurchasePrice*> rows;
  std::optional<Date> oldest, newest;  // of those; nothing: undated
};

// What the price is: the maker's, one that shops ask, one that somebody estimates, or of used
// cards.
enum class PriceBasis { list, street, estimate, used };
PriceBasis basis_of(const Purchase& purchase);

// Rows older than this before the newest of the card are of another market.
inline constexpr int purchase_window_days = 365;

// The lowest and highest price among the rows of the condition whose date is less than a year
// before the newest one's; undated rows only where none has a date. New cards without such a row:
// their list price, else nothing. The rows are pointed into.
std::optional<Purchase> purchase_of(std::span<const catalog::PurchasePrice> prices,
                                    const catalog::Gpu& gpu,
                                    catalog::PurchasePrice::Condition condition);

}  // namespace wgf::advisor
