// SPDX-License-Identifier: MIT
#include "answers/own/tco_answer.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/tco/tco_sections.h"
#include "cli/tco/tco_text.h"
#include "cli/terminal.h"
#include "cli/words/gpu_market.h"
#include "cli/words/purchase_notes.h"
#include "cli/words/rate_basis.h"
#include "cli/words/source_list.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

constexpr const char* none = "-";

std::string section(const std::string& heading, const Table& table) {
  return wrapped(heading, text_width()) + "\n\n" + report::to_terminal(table, text_width()) + "\n";
}

std::string offer_source(const advisor::PricedOffer& offer) {
  return printable(offer.offer->provider) + ": " + printable(offer.offer->source);
}

std::string dates_text(const advisor::Purchase& purchase, Day today, const Context& context) {
  if (!purchase.newest) return context.text("ownership.undated");
  const std::string oldest = to_text(*purchase.oldest), newest = to_text(*purchase.newest);
  const std::string mark = answers::is_old(purchase, today) ? " *" : "";
  const bool is_one = purchase.oldest->first == purchase.newest->first;
  return (is_one ? newest : oldest + " … " + newest) + mark;
}

std::string row_source(const catalog::PurchasePrice& row, const Context& context) {
  const std::string notes = join(row_notes(row, context), context.text("select.list_semicolon"));
  if (notes.empty()) return row.source;
  return context.text({"ownership.source_notes", {{"source", row.source}, {"notes", notes}}});
}

}  // namespace

// Words of the unit of work: tokens or images.
std::string unit_key(const answers::TcoAnswer& answer, const std::string& key) {
  return "ownership." + key + (answer.request.scenario->is_tokens ? "_tokens" : "_images");
}

std::string value_table(const answers::TcoAnswer& answer, const Context& context) {
  Table table{{{context.text("ownership.column_gpu")},
               {context.text("ownership.column_total"), Align::right},
               {context.text("ownership.column_per_day"), Align::right},
               {context.text(unit_key(answer, "column_rate")), Align::right},
               {context.text("ownership.column_basis")},
               {context.text(unit_key(answer, "column_per_dollar")), Align::right}},
              {}};
  for (const answers::TcoCard& card : answer.cards)
    table.rows.push_back(
        {card.gpu->id, money_range(card.owned.costs.total), money_range(card.owned.running_per_day),
         card.rate ? count_range({card.rate->low, card.rate->high}) : none,
         card.rate ? rate_basis(card.rate->kind, card.rate->conversion, context)
                   : context.text("ownership.unknown"),
         card.owned.rate_per_dollar ? figure_range(*card.owned.rate_per_dollar) : none});
  report::wrap_columns(table, text_width(), {{0, 12}});
  const advisor::OwnershipTerms& terms = answer.request.terms;
  const Message heading{
      terms.months == 1 ? "ownership.heading_one" : "ownership.heading",
      {{"months", plain_number(terms.months)}, {"hours", plain_number(terms.hours_per_day)}}};
  return section(context.text(heading), table);
}

std::string rent_table(const answers::TcoAnswer& answer, SourceList* sources,
                       const Context& context) {
  Table table{{{context.text("ownership.column_gpu")},
               {context.text("ownership.column_rent"), Align::right},
               {context.text("ownership.column_rented"), Align::right},
               {context.text("ownership.column_break_even"), Align::right},
               {context.text("ownership.column_rent_date")}},
              {}};
  if (sources != nullptr) table.columns.push_back({context.text("ownership.column_from")});
  const std::string never = context.text("ownership.never");
  for (const answers::TcoCard& card : answer.cards) {
    if (!card.rent) {
      table.rows.push_back({card.gpu->id, none, none, none, context.text("ownership.no_rent")});
      if (sources != nullptr) table.rows.back().push_back(none);
      continue;
    }
    table.rows.push_back(
        {card.gpu->id, money(card.rent->per_hour.value), money(card.rent->total.value),
         months_text(card.rent->month_low, card.rent->month_high, answer.request.terms.months,
                     never),
         card.offer ? age_text(*card.offer, context) : context.text("ownership.basis_given")});
    if (sources != nullptr)
      table.rows.back().push_back(card.offer ? sources->number_of(offer_source(*card.offer))
                                             : none);
  }
  report::wrap_columns(table, text_width(), {{0, 12}});
  return section(context.text("ownership.rent_heading"), table);
}

std::string work_table(const answers::TcoAnswer& answer, const Context& context) {
  Table table{{{context.text("ownership.column_gpu")},
               {context.text("ownership.column_energy"), Align::right},
               {context.text("ownership.column_carbon"), Align::right},
               {context.text(unit_key(answer, "column_energy_per_billion")), Align::right},
               {context.text(unit_key(answer, "column_buy_per_million")), Align::right},
               {context.text(unit_key(answer, "column_rent_per_million")), Align::right}},
              {}};
  constexpr double billion = 1e9;
  for (const answers::TcoCard& card : answer.cards) {
    const advisor::Ownership& owned = card.owned;
    const auto rented = card.rent ? card.rent->usd_per_million : std::optional<Between<double>>();
    table.rows.push_back(
        {card.gpu->id, money(owned.energy().value),
         owned.carbon ? money(owned.carbon->value) : context.text("ownership.unknown"),
         owned.units ? small_figure(owned.energy().value / *owned.units * billion) : none,
         owned.usd_per_million ? rough_range(*owned.usd_per_million) : none,
         rented ? rough_range(*rented) : none});
  }
  report::wrap_columns(table, text_width(), {{0, 12}});
  return section(context.text(unit_key(answer, "work_heading")), table);
}

std::string purchase_table(const answers::TcoAnswer& answer, SourceList& sources,
                           const Context& context) {
  static constexpr const char* conditions[] = {
      "ownership.condition_new", "ownership.condition_used", "ownership.condition_list"};
  Table table{{{context.text("ownership.column_gpu")},
               {context.text("ownership.column_price"), Align::right},
               {context.text("ownership.column_condition")},
               {context.text("ownership.column_dated")},
               {context.text("ownership.column_from")}},
              {}};
  for (const answers::TcoCard& card : answer.cards) {
    std::vector<std::string> of_rows;
    for (const catalog::PurchasePrice* row : card.purchase.rows)
      of_rows.push_back(row_source(*row, context));
    if (of_rows.empty() && !card.is_price_given)
      of_rows.push_back(context.text({"ownership.record_price", {{"gpu", card.gpu->id}}}));
    table.rows.push_back(
        {card.gpu->id, money_range(card.purchase.price),
         context.text(card.is_price_given ? "ownership.basis_given"
                                          : conditions[static_cast<int>(card.purchase.condition)]),
         card.is_price_given ? none : dates_text(card.purchase, answer.today, context),
         of_rows.empty() ? none : sources.numbers_of(of_rows)});
  }
  report::wrap_columns(table, text_width(), {{0, 12}});
  return section(context.text("ownership.purchase_heading"), table);
}

}  // namespace wgf::cli
