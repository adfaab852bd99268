// SPDX-License-Identifier: MIT
#include "cli/words/gpu_market.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "answers/json/json_values.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/price_store.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Freshness;
using advisor::PricedOffer;
using advisor::PricePerformance;
using advisor::PriceRange;
using Json = nlohmann::ordered_json;

advisor::Ranking catalog_ranking(const catalog::GpuCatalog& gpus) {
  const advisor::ScoreDefinition& definition = advisor::current_score_definition();
  return advisor::rank_gpus(advisor::empty_cases(definition), gpus.gpus, definition,
                            advisor::current_forecaster(gpus.gpus));
}

// At the cheapest price of any age, where that is lower.
Json older_json(const PricePerformance& value) {
  if (!value.older_offer) return nullptr;
  const catalog::Offer& offer = *value.older_offer->offer;
  return {{"points_per_usd_hour", *value.older_index()},
          {"usd_per_hour", value.older_offer->per_gpu.value},
          {"provider", offer.provider},
          {"date", answers::or_null(offer.date)},
          {"source", offer.source}};
}

}  // namespace

GpuMarket::GpuMarket(const catalog::GpuCatalog& gpus, const Context& context)
    : offers_(offers_now("", context)),
      priced_(advisor::priced_offers(offers_, gpus, {}, today())),
      scores_(catalog_ranking(gpus)),
      ranking_(advisor::price_performance(scores_.rows, priced_, gpus)) {
  for (const catalog::Gpu& gpu : gpus.gpus)
    if (const auto range = advisor::on_demand_range(priced_, gpu)) rentals_.emplace(gpu.id, *range);
}

const PriceRange* GpuMarket::rental(const std::string& gpu_id) const {
  const auto found = rentals_.find(gpu_id);
  return found == rentals_.end() ? nullptr : &found->second;
}

const PricePerformance* GpuMarket::value(const std::string& gpu_id) const {
  for (const PricePerformance& one : ranking_)
    if (one.gpu == gpu_id) return &one;
  return nullptr;
}

std::optional<PricePerformance> GpuMarket::value_of(const catalog::Gpu& gpu, double score) const {
  auto value = advisor::value_at(advisor::single_gpu_offers(priced_, gpu), gpu.id, score);
  if (value) value->stars = advisor::stars_among(ranking_, value->index);
  return value;
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

Json rental_json(const PriceRange* range) {
  if (range == nullptr) return nullptr;
  return {{"low_usd_per_gpu_hour", range->low.value},
          {"high_usd_per_gpu_hour", range->high.value},
          {"offers", range->offers}};
}

Json value_json(const PricePerformance* value) {
  if (value == nullptr) return nullptr;
  const catalog::Offer& offer = *value->offer.offer;
  return {{"gpu", value->gpu},
          {"score", value->score},
          {"points_per_usd_hour", value->index},
          {"stars", value->stars},
          {"usd_per_hour", value->offer.per_gpu.value},
          {"provider", offer.provider},
          {"date", answers::or_null(offer.date)},
          {"freshness", advisor::to_text(value->offer.freshness)},
          {"source", offer.source},
          {"any_age", older_json(*value)}};
}

std::string index_arithmetic(const PricePerformance& value, const GpuMarket& market,
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

std::string explained_ranking(const GpuMarket& market, const Context& context) {
  report::Table table{
      {{context.text("prices.column_gpu")}, {context.text("ownership.column_arithmetic")}}, {}};
  for (const PricePerformance& one : market.ranking())
    table.rows.push_back({one.gpu, index_arithmetic(one, market, context)});
  report::wrap_columns(table, text_width(), {{0, 12}});
  return "\n" + report::to_terminal(table, text_width());
}

std::string price_performance_text(const GpuMarket& market, const Context& context) {
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
