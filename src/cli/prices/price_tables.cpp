// SPDX-License-Identifier: MIT
#include "cli/prices/price_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/prices/price_rows.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Freshness;
using advisor::PricedOffer;
using advisor::PriceMeasure;
using advisor::RentalKind;
using catalog::Availability;
using report::Align;
using report::Table;

std::string money(double value) {
  if (value < 0.1) return fmt::format("{:.3g}", value);
  return value < 100 ? fmt::format("{:.2f}", value) : format_number(value);
}

std::string small_money(const std::optional<double>& value) {
  return value ? fmt::format("{:.3g}", *value) : "-";
}

std::string date_text(const PricedOffer& one, const Context& context) {
  if (one.freshness == Freshness::unknown) return context.text("prices.unknown");
  const std::string date = to_text(*one.offer->date);
  return one.freshness == Freshness::stale ? date + " *" : date;
}

// Sources as numbers, in the order they are first named.
class Sources {
 public:
  std::string number_of(const std::string& source) {
    const auto found = std::find(sources_.begin(), sources_.end(), source);
    const auto place = found - sources_.begin();
    if (found == sources_.end()) sources_.push_back(source);
    return fmt::format("[{}]", place + 1);
  }
  const std::vector<std::string>& all() const { return sources_; }

 private:
  std::vector<std::string> sources_;
};

bool has_yuan(const PricedOffer& one) {
  return one.offer->usd_per_cny.has_value();
}

std::string yuan_text(const PricedOffer& one) {
  return has_yuan(one) ? money(one.per_gpu.value / *one.offer->usd_per_cny) : "-";
}

// "In yuan an hour and GPU: rtx-4090-d 1.16 (suanjiayun), …", of a table that has no such column.
std::string yuan_line(const std::vector<const PricedOffer*>& shown, std::size_t width,
                      const Context& context) {
  std::vector<std::string> prices;
  for (const PricedOffer* one : shown) {
    if (!has_yuan(*one)) continue;
    std::string price = fmt::format("{} {} ({})", answers::card_label(*one), yuan_text(*one),
                                    printable(one->offer->provider));
    if (std::find(prices.begin(), prices.end(), price) == prices.end())
      prices.push_back(std::move(price));
  }
  if (prices.empty()) return "";
  return "\n" + wrapped(context.text({"prices.in_yuan", {{"prices", join(prices, ", ")}}}), width) +
         "\n";
}

std::string cheapest_text(const answers::PricesAnswer& list, RentalKind kind, Sources& sources,
                          const Context& context) {
  Table table{{{context.text("prices.column_gpu")},
               {"$/GPU", Align::right},
               {"$/TFLOP", Align::right},
               {"$/GB", Align::right},
               {context.text("prices.column_provider")},
               {context.text("prices.column_date")},
               {context.text("prices.column_source")}},
              {}};
  const std::vector<const PricedOffer*> cheapest = answers::cheapest_of_cards(list, kind);
  for (const PricedOffer* one : cheapest)
    table.rows.push_back({answers::card_label(*one), money(one->per_gpu.value),
                          small_money(one->usd_per_tflop), small_money(one->usd_per_gb),
                          printable(one->offer->provider), date_text(*one, context),
                          sources.number_of(one->offer->source)});
  if (table.rows.empty()) return "";
  report::wrap_columns(table, table_width(), {{0, 19}, {4, 8}, {0, 12}});
  return context.text("prices.cheapest_" + answers::kind_key(kind)) + "\n\n" +
         report::to_terminal(table, table_width()) + yuan_line(cheapest, table_width(), context) +
         "\n";
}

// "cheapest per GB on demand: h100-sxm 0.0161 (hyperbolic)", for each kind and measure.
std::string best_lines(const answers::PricesAnswer& list, const Context& context) {
  std::string text;
  for (const RentalKind kind : answers::both_kinds)
    for (const auto& [measure, name] : {std::pair(PriceMeasure::per_gpu, "gpu"),
                                        {PriceMeasure::per_tflop, "tflop"},
                                        {PriceMeasure::per_gb, "gb"}}) {
      const PricedOffer* best = advisor::cheapest(list.offers, kind, measure);
      if (best == nullptr) continue;
      const PricedOffer* fresh = advisor::cheapest(list.offers, kind, measure, true);
      Message line{
          "prices.best",
          {{"what", context.text(fmt::format("prices.per_{}_{}", name, answers::kind_key(kind)))},
           {"price", small_money(best->measure(measure))},
           {"gpu", answers::card_label(*best)},
           {"provider", printable(best->offer->provider)},
           {"date", date_text(*best, context)}}};
      std::string shown = context.text(line);
      if (fresh != nullptr && fresh != best)
        shown += context.text({"prices.best_fresh",
                               {{"price", small_money(fresh->measure(measure))},
                                {"gpu", answers::card_label(*fresh)},
                                {"provider", printable(fresh->offer->provider)},
                                {"date", date_text(*fresh, context)}}});
      text += wrapped(shown, table_width(), 2) + "\n";
    }
  return text.empty() ? "" : text + "\n";
}

std::string availability_text(const PricedOffer& one, const Context& context) {
  return context.text("prices.availability_" +
                      std::string(catalog::to_text(one.offer->availability)));
}

using Shown = std::vector<PricedOffer>;

Table offers_table(const Shown& shown, bool has_yuan_column, Sources& sources,
                   const Context& context) {
  const bool any_stock = std::any_of(shown.begin(), shown.end(), [](const PricedOffer& one) {
    return one.offer->availability != Availability::unknown;
  });
  Table table{{{context.text("prices.column_gpu")},
               {context.text("prices.column_gpus"), Align::right},
               {"$/GPU", Align::right}},
              {}};
  if (has_yuan_column) table.columns.push_back({context.text("prices.column_cny"), Align::right});
  table.columns.push_back({context.text("prices.column_kind")});
  table.columns.push_back({context.text("prices.column_provider")});
  table.columns.push_back({context.text("prices.column_region")});
  if (any_stock) table.columns.push_back({context.text("prices.column_availability")});
  table.columns.push_back({context.text("prices.column_date")});
  table.columns.push_back({context.text("prices.column_source")});
  for (const PricedOffer& one : shown) {
    std::vector<std::string> row{answers::card_label(one),
                                 fmt::format("{:.3g}", one.offer->gpu_count),
                                 money(one.per_gpu.value)};
    if (has_yuan_column) row.push_back(yuan_text(one));
    row.push_back(context.text("prices.kind_" + answers::kind_key(one.kind)));
    row.push_back(printable(one.offer->provider));
    row.push_back(one.offer->region.empty() ? "-" : printable(one.offer->region));
    if (any_stock) row.push_back(availability_text(one, context));
    row.push_back(date_text(one, context));
    row.push_back(sources.number_of(one.offer->source));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Names go on in the line below, from a blank, comma or hyphen on as long as that is enough.
void fit_offers(Table& table, std::size_t width, bool has_yuan_column) {
  const std::size_t provider = has_yuan_column ? 5 : 4, region = provider + 1;
  const std::size_t card_piece = report::longest_piece(table, 0),
                    region_piece = report::longest_piece(table, region);
  report::wrap_columns(table, width,
                       {{region, std::max<std::size_t>(12, region_piece)},
                        {0, std::max<std::size_t>(19, card_piece)},
                        {region, region_piece},
                        {0, std::max<std::size_t>(12, card_piece)},
                        {provider, report::longest_piece(table, provider)}});
}

// Where whole words still take too much, they are broken.
void squeeze(Table& table, std::size_t width, bool has_yuan_column) {
  const std::size_t provider = has_yuan_column ? 5 : 4, region = provider + 1;
  report::wrap_columns(table, width, {{region, 6}, {0, 12}, {provider, 6}});
}

std::string offers_text(const answers::PricesAnswer& list, const Shown& shown, Sources& sources,
                        const Context& context) {
  const bool any_yuan = std::any_of(shown.begin(), shown.end(), has_yuan);
  Table table = offers_table(shown, any_yuan, sources, context);
  fit_offers(table, table_width(), any_yuan);
  std::string left_out;
  if (any_yuan && report::terminal_width(table) > table_width()) {  // whole words before yuan
    table = offers_table(shown, false, sources, context);
    fit_offers(table, table_width(), false);
    std::vector<const PricedOffer*> all;
    for (const PricedOffer& one : shown) all.push_back(&one);
    left_out = yuan_line(all, table_width(), context);
  }
  squeeze(table, table_width(), any_yuan && left_out.empty());
  return context.text({"prices.offers",
                       {{"shown", std::to_string(shown.size())},
                        {"all", std::to_string(list.offers.size())}}}) +
         "\n\n" + report::to_terminal(table, table_width()) + left_out + "\n";
}

std::string sources_text(const Sources& sources, std::size_t width, const Context& context) {
  std::string text = context.text("prices.sources") + "\n";
  for (std::size_t i = 0; i < sources.all().size(); ++i)
    text += wrapped(fmt::format("[{}] {}", i + 1, printable(sources.all()[i])), width, 4) + "\n";
  return text + "\n";
}

// What the marks in the tables mean, those that stand there only.
std::string notes_text(const answers::PricesAnswer& list, const Context& context) {
  std::vector<std::string> notes{context.text("prices.note_measures")};
  const auto any = [&](const auto& is) {
    return std::any_of(list.offers.begin(), list.offers.end(), is);
  };
  if (any([](const PricedOffer& one) { return one.freshness == Freshness::stale; }))
    notes.push_back(context.text({"prices.note_stale",
                                  {{"days", std::to_string(advisor::stale_after_days)},
                                   {"today", to_text(one_day(list.today))}}}));
  if (any([](const PricedOffer& one) { return one.freshness == Freshness::unknown; }))
    notes.push_back(context.text("prices.note_undated"));
  if (any([](const PricedOffer& one) { return one.card() == nullptr; }))
    notes.push_back(context.text("prices.note_open_variant"));
  std::set<double> rates;
  for (const PricedOffer& one : list.offers)
    if (has_yuan(one)) rates.insert(*one.offer->usd_per_cny);
  if (rates.size() == 1)
    notes.push_back(
        context.text({"prices.note_rate", {{"rate", fmt::format("{:.4g}", *rates.begin())}}}));
  else if (!rates.empty())
    notes.push_back(context.text("prices.note_rates"));
  if (!any([](const PricedOffer& one) { return one.offer->availability != Availability::unknown; }))
    notes.push_back(context.text("prices.note_availability"));
  std::string text;
  for (const std::string& note : notes) text += wrapped(note, table_width()) + "\n";
  return text;
}

}  // namespace

std::string price_text(const answers::PricesAnswer& list, bool is_explained,
                       const Context& context) {
  if (list.offers.empty())
    return wrapped(context.text(list.nothing.value_or(Message{"prices.nothing_found", {}})),
                   table_width()) +
           "\n";
  Sources sources;
  std::string text;
  for (const RentalKind kind : answers::both_kinds)
    text += cheapest_text(list, kind, sources, context);
  text += best_lines(list, context);
  const Shown shown(
      list.offers.begin(),
      list.offers.begin() + static_cast<std::ptrdiff_t>(std::min(list.shown, list.offers.size())));
  if (!shown.empty()) text += offers_text(list, shown, sources, context);
  if (is_explained) text += explained_prices(list, context);
  return text + sources_text(sources, table_width(), context) + notes_text(list, context);
}

std::string refresh_text(const std::vector<RefreshOutcome>& outcomes,
                         const std::filesystem::path& file, const Context& context) {
  std::string text;
  for (const RefreshOutcome& one : outcomes) {
    if (one.failure) continue;  // said on standard error
    text += context.text({one.is_unchanged ? "prices.refresh_unchanged" : "prices.refreshed",
                          {{"source", one.source},
                           {"count", std::to_string(one.offers)},
                           {"providers", printable(join(one.providers, ", "))},
                           {"file", file.string()}}}) +
            "\n";
    for (const auto& [count, key] :
         {std::pair(one.left_out.without_gpu, "prices.left_out_without_gpu"),
          {one.left_out.gpu_alone, "prices.left_out_gpu_alone"},
          {one.left_out.without_price, "prices.left_out_without_price"}})
      if (count > 0) text += "  " + context.text({key, {{"count", std::to_string(count)}}}) + "\n";
  }
  return text;
}

nlohmann::ordered_json refresh_json(const std::vector<RefreshOutcome>& outcomes,
                                    const Context& context) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const RefreshOutcome& one : outcomes)
    list.push_back({{"source", one.source},
                    {"kept", !one.failure},
                    {"unchanged", one.is_unchanged},
                    {"skipped", one.is_skipped},
                    {"reason", one.failure ? Json(context.text(*one.failure)) : Json()},
                    {"offers", one.offers},
                    {"providers", one.providers},
                    {"left_out",
                     {{"without_gpu", one.left_out.without_gpu},
                      {"gpu_alone", one.left_out.gpu_alone},
                      {"without_price", one.left_out.without_price}}}});
  return list;
}

}  // namespace wgf::cli
