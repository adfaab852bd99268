// SPDX-License-Identifier: MIT
#include "advisor/market/purchase.h"

#include <fmt/format.h>

#include <algorithm>

namespace wgf::advisor {
namespace {

using catalog::PurchasePrice;
using Condition = PurchasePrice::Condition;
using Rows = std::vector<const PurchasePrice*>;

Rows rows_of(std::span<const PurchasePrice> prices, const catalog::Gpu& gpu, Condition condition) {
  Rows rows;
  for (const PurchasePrice& price : prices)
    if (price.gpu_id == gpu.id && price.condition == condition) rows.push_back(&price);
  return rows;
}

bool is_newer(const PurchasePrice* a, const PurchasePrice* b) {
  return a->date && (!b->date || a->date->first > b->date->first);
}

// Newest first; of rows with dates those of the newest one's year.
void keep_recent(Rows& rows) {
  std::stable_sort(rows.begin(), rows.end(), is_newer);
  if (!rows.front()->date) return;
  const Day newest = rows.front()->date->first;
  std::erase_if(rows, [&](const PurchasePrice* row) {
    return !row->date || age_in_days(*row->date, newest) >= purchase_window_days;
  });
}

std::optional<Purchase> range_of(Rows rows, Condition condition) {
  if (rows.empty()) return std::nullopt;
  keep_recent(rows);
  Purchase purchase{{rows[0]->low, rows[0]->high}, condition, rows, {}, {}};
  purchase.newest = rows.front()->date;
  purchase.oldest = rows.back()->date;
  for (const PurchasePrice* row : rows) {
    purchase.price.low = std::min(purchase.price.low, row->low);
    purchase.price.high = std::max(purchase.price.high, row->high);
  }
  return purchase;
}

std::optional<Purchase> list_price(std::span<const PurchasePrice> prices, const catalog::Gpu& gpu) {
  if (auto stated = range_of(rows_of(prices, gpu, Condition::list), Condition::list)) return stated;
  if (!gpu.msrp_usd) return std::nullopt;
  Purchase purchase{{Usd(*gpu.msrp_usd), Usd(*gpu.msrp_usd)}, Condition::list, {}, {}, {}};
  if (gpu.release_year) purchase.newest = parse_date(fmt::format("{}", *gpu.release_year));
  purchase.oldest = purchase.newest;
  return purchase;
}

}  // namespace

PriceBasis basis_of(const Purchase& purchase) {
  if (purchase.condition == Condition::list) return PriceBasis::list;
  if (purchase.condition == Condition::used) return PriceBasis::used;
  const auto is_estimate = [](const PurchasePrice* row) {
    return row->notes.find("estimate") != std::string::npos;
  };
  const bool is_all = std::all_of(purchase.rows.begin(), purchase.rows.end(), is_estimate);
  return is_all && !purchase.rows.empty() ? PriceBasis::estimate : PriceBasis::street;
}

std::optional<Purchase> purchase_of(std::span<const PurchasePrice> prices, const catalog::Gpu& gpu,
                                    Condition condition) {
  if (condition == Condition::list) return list_price(prices, gpu);
  auto purchase = range_of(rows_of(prices, gpu, condition), condition);
  return purchase || condition == Condition::used ? purchase : list_price(prices, gpu);
}

}  // namespace wgf::advisor
