// SPDX-License-Identifier: MIT
#include "cli/prices/price_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/printable.h"
#include "base/text.h"
#include "report/table.h"

namespace wgf::cli {

using advisor::PricedOffer;
using advisor::RentalKind;

std::string kind_key(RentalKind kind) {
  return kind == RentalKind::spot ? "spot" : "on_demand";
}

std::string card_label(const PricedOffer& one) {
  if (const catalog::Gpu* card = one.card()) return card->id;
  return printable(one.offer->gpu_name) + " ?";
}

namespace {

constexpr int digits = 4;

// "23.9 $/h / 8", and in yuan what was converted.
std::string per_gpu_arithmetic(const PricedOffer& one) {
  const std::string gpus = " / " + format_number(one.offer->gpu_count, digits);
  if (!one.offer->usd_per_cny) return format_number(one.price().value, digits) + " $/h" + gpus;
  return format_number(one.price().value / *one.offer->usd_per_cny, digits) + " CNY/h x " +
         format_number(*one.offer->usd_per_cny, digits) + gpus;
}

void add_explained(report::Table& table, const PricedOffer& one) {
  const std::string rent = format_number(one.per_gpu.value, digits) + " $/h / ";
  table.rows.push_back({card_label(one), "$/GPU", per_gpu_arithmetic(one),
                        format_number(one.per_gpu.value, digits)});
  if (one.usd_per_tflop)
    table.rows.push_back(
        {"", "$/TFLOP",
         rent + format_number(one.per_gpu.value / *one.usd_per_tflop, digits) + " TFLOP/s",
         fmt::format("{:.3g}", *one.usd_per_tflop)});
  if (one.usd_per_gb)
    table.rows.push_back({"", "$/GB",
                          rent + format_number(one.per_gpu.value / *one.usd_per_gb, digits) + " GB",
                          fmt::format("{:.3g}", *one.usd_per_gb)});
}

}  // namespace

std::string explained_prices(const PriceList& list, const Context& context) {
  std::string text;
  for (const RentalKind kind : both_kinds) {
    report::Table table{{{context.text("prices.column_gpu")},
                         {context.text("ownership.column_part")},
                         {context.text("ownership.column_arithmetic")},
                         {context.text("ownership.column_sum"), report::Align::right}},
                        {}};
    for (const PricedOffer* one : cheapest_of_cards(list, kind)) add_explained(table, *one);
    if (table.rows.empty()) continue;
    report::wrap_columns(table, list.width, {{0, 12}});
    text += context.text("prices.cheapest_" + kind_key(kind)) + "\n\n" +
            report::to_terminal(table, list.width) + "\n";
  }
  return text;
}

std::vector<const PricedOffer*> cheapest_of_cards(const PriceList& list, RentalKind kind) {
  std::map<std::string, const PricedOffer*> best;
  for (const PricedOffer& one : list.offers) {
    if (one.kind != kind || one.is_sold_out()) continue;
    const auto [entry, is_new] = best.try_emplace(card_label(one), &one);
    if (!is_new && one.per_gpu < entry->second->per_gpu) entry->second = &one;
  }
  std::vector<const PricedOffer*> rows;
  for (const auto& [label, one] : best) rows.push_back(one);
  std::stable_sort(rows.begin(), rows.end(), [](const PricedOffer* a, const PricedOffer* b) {
    return a->per_gpu < b->per_gpu;
  });
  return rows;
}

}  // namespace wgf::cli
