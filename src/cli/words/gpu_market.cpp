// SPDX-License-Identifier: MIT
#include "cli/words/gpu_market.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/price_store.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {

using advisor::PricePerformance;
using advisor::PriceRange;

answers::GpuMarket market_now(const catalog::GpuCatalog& gpus, const Context& context) {
  return {gpus,
          std::make_shared<const answers::Prices>(answers::Prices{offers_now("", context), {}}),
          today()};
}

std::string rental_text(const PriceRange* range) {
  if (range == nullptr) return "-";
  const std::string low = fmt::format("{:.2f}", range->low.value);
  return range->high == range->low ? low : low + "-" + fmt::format("{:.2f}", range->high.value);
}

std::string value_text(const advisor::PricePerformance* value) {
  if (value == nullptr) return "-";
  return compact_number(std::round(value->index * 10) / 10) + " " + stars_text(value->stars) +
         (value->is_fresh() ? "" : " *");
}

std::string older_value_text(const PricePerformance* value) {
  if (value == nullptr || !value->older_offer) return "-";
  return fmt::format("{:.1f} ({:.2f} $/h)", *value->older_index(),
                     value->older_offer->per_gpu.value);
}

std::string stars_text(int stars) {
  constexpr int most_stars = 5;
  std::string text;
  for (int i = 0; i < most_stars; ++i) text += i < stars ? "★" : "☆";
  return text;
}

std::string index_arithmetic(const PricePerformance& value, const answers::GpuMarket& market,
                             const Context& context) {
  const auto& all = market.ranking();
  const auto better = std::count_if(
      all.begin(), all.end(), [&](const PricePerformance& one) { return one.index > value.index; });
  return context.text({"prices.index_arithmetic",
                       {{"score", fmt::format("{:.1f}", value.score)},
                        {"price", format_number(value.offer.per_gpu.value)},
                        {"index", fmt::format("{:.1f}", value.index)},
                        {"better", std::to_string(better)},
                        {"cards", std::to_string(all.size())},
                        {"stars", stars_text(value.stars)}}});
}

std::string explained_ranking(const answers::GpuMarket& market, const Context& context) {
  report::Table table{
      {{context.text("prices.column_gpu")}, {context.text("ownership.column_arithmetic")}}, {}};
  for (const PricePerformance& one : market.ranking())
    table.rows.push_back({one.gpu, index_arithmetic(one, market, context)});
  report::wrap_columns(table, text_width(), {{0, 12}});
  return "\n" + report::to_terminal(table, text_width());
}

std::string price_performance_text(const answers::GpuMarket& market, const Context& context) {
  using report::Align;
  report::Table table{{{context.text("prices.column_gpu")},
                       {context.text("prices.column_score"), Align::right},
                       {"$/h", Align::right},
                       {context.text("prices.column_points"), Align::right},
                       {context.text("prices.column_stars")},
                       {context.text("prices.column_any_age"), Align::right},
                       {context.text("prices.column_provider")},
                       {context.text("prices.column_date")}},
                      {}};
  for (const PricePerformance& one : market.ranking())
    table.rows.push_back({one.gpu, fmt::format("{:.1f}", one.score),
                          fmt::format("{:.2f}", one.offer.per_gpu.value),
                          fmt::format("{:.1f}{}", one.index, one.is_fresh() ? "" : " *"),
                          stars_text(one.stars), older_value_text(&one),
                          printable(one.offer.offer->provider), age_text(one.offer, context)});
  return "\n" + wrapped(context.text("prices.performance_heading"), text_width()) + "\n\n" +
         report::to_terminal(table, text_width()) +
         wrapped(context.text("prices.performance_note"), text_width()) + "\n";
}

}  // namespace wgf::cli
