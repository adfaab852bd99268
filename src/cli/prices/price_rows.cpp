// SPDX-License-Identifier: MIT
#include "cli/prices/price_rows.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {

using advisor::PricedOffer;
using advisor::RentalKind;

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
  table.rows.push_back({answers::card_label(one), "$/GPU", per_gpu_arithmetic(one),
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

std::string explained_prices(const answers::PricesAnswer& list, const Context& context) {
  std::string text;
  for (const RentalKind kind : answers::both_kinds) {
    report::Table table{{{context.text("prices.column_gpu")},
                         {context.text("ownership.column_part")},
                         {context.text("ownership.column_arithmetic")},
                         {context.text("ownership.column_sum"), report::Align::right}},
                        {}};
    for (const PricedOffer* one : answers::cheapest_of_cards(list, kind))
      add_explained(table, *one);
    if (table.rows.empty()) continue;
    report::wrap_columns(table, table_width(), {{0, 12}});
    text += context.text("prices.cheapest_" + answers::kind_key(kind)) + "\n\n" +
            report::to_terminal(table, table_width()) + "\n";
  }
  return text;
}

}  // namespace wgf::cli
