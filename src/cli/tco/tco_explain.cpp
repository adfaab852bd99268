// SPDX-License-Identifier: MIT
// tco --explain: every term of a card's sums with the figures it is made of.

#include <fmt/format.h>

#include "base/figures.h"
#include "base/text.h"
#include "cli/tco/tco_sections.h"
#include "cli/tco/tco_text.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

std::string tariff_text(const Between<UsdPerKilowattHour>& price) {
  return price.low == price.high
             ? plain_number(price.low.value)
             : plain_number(price.low.value) + "-" + plain_number(price.high.value);
}

// Rows of one table: what is added, how it comes about, and the sum.
class Rows {
 public:
  Rows(Table& table, const Context& context) : table_(table), context_(context) {}
  void add(const char* term, const std::string& arithmetic, const std::string& value) {
    table_.rows.push_back(
        {context_.text(std::string("ownership.part_") + term), arithmetic, value});
  }

 private:
  Table& table_;
  const Context& context_;
};

std::string hosting_text(const advisor::OwnershipTerms& terms, const advisor::Ownership& owned) {
  constexpr double watts_per_kilowatt = 1e3;
  const std::string months =
      plain_number(terms.hosting->usd_per_month) + " $ x " + plain_number(terms.months);
  return terms.hosting->is_per_kilowatt
             ? plain_number(owned.power.value / watts_per_kilowatt) + " kW x " + months
             : months;
}

void add_costs(const answers::TcoCard& card, const advisor::OwnershipTerms& terms, Rows& rows) {
  const advisor::Ownership& owned = card.owned;
  const advisor::OwnershipCosts& costs = owned.costs;
  constexpr double watts_per_kilowatt = 1e3;
  const std::string server_power =
      terms.server_power ? " + " + plain_number(terms.server_power->value) + " W" : "";
  rows.add(
      "power",
      plain_number(card.gpu->tdp->value) + " W x " + plain_number(terms.power_share) + server_power,
      plain_number(owned.power.value) + " W");
  rows.add("hours",
           fmt::format("{} x 365 / 12 d x {} h", plain_number(terms.months),
                       plain_number(terms.hours_per_day)),
           plain_number(owned.hours) + " h");
  rows.add("purchase", "", money_range(costs.purchase) + " $");
  if (costs.server) rows.add("server", "", money(costs.server->value) + " $");
  rows.add(
      "energy",
      fmt::format("{} kW x {} h x {} $/kWh", plain_number(owned.power.value / watts_per_kilowatt),
                  plain_number(owned.hours), tariff_text(terms.electricity)),
      money_range(costs.energy) + " $");
  rows.add("cooling",
           fmt::format("{} kWh x ({} - 1) x {} $/kWh", plain_number(owned.computing.value),
                       plain_number(terms.pue), tariff_text(terms.electricity)),
           money_range(costs.cooling) + " $");
  if (costs.hosting)
    rows.add("hosting", hosting_text(terms, owned), money(costs.hosting->value) + " $");
  if (costs.resale) rows.add("resale", "", "-(" + money_range(*costs.resale) + ") $");
  rows.add("total", "", money_range(costs.total) + " $");
}

void add_work(const answers::TcoAnswer& answer, const answers::TcoCard& card, Rows& rows) {
  const advisor::OwnershipTerms& terms = answer.request.terms;
  if (!card.rate) return;
  rows.add(answer.request.scenario->is_tokens ? "tokens" : "images",
           fmt::format("{}/s x {} h x 3600 x {}", plain_number(card.rate->value),
                       plain_number(card.owned.hours), plain_number(terms.utilisation)),
           count_text(*card.owned.units));
}

void add_rent(const answers::TcoCard& card, double months_owned, const std::string& months,
              Rows& rows) {
  if (!card.rent) return;
  constexpr double days = advisor::days_per_month;
  const double rented = card.rent->total.value;
  rows.add(
      "rent",
      plain_number(card.rent->per_hour.value) + " $/h x " + plain_number(card.owned.hours) + " h",
      money(rented) + " $");
  const Usd server = card.owned.costs.server.value_or(Usd());
  const Between<Usd> once{card.owned.costs.purchase.low + server,
                          card.owned.costs.purchase.high + server};
  const Between<Usd> monthly{card.owned.running_per_day.low * days,
                             card.owned.running_per_day.high * days};
  rows.add("break_even",
           money_range(once) + " / (" + money(rented / months_owned) + " - " +
               money_range(monthly) + ")",
           months);
}

}  // namespace

std::string tco_explanation(const answers::TcoAnswer& answer, const Context& context) {
  std::string text;
  for (const answers::TcoCard& card : answer.cards) {
    Table table{{{context.text("ownership.column_part")},
                 {context.text("ownership.column_arithmetic")},
                 {context.text("ownership.column_sum"), Align::right}},
                {}};
    Rows rows(table, context);
    add_costs(card, answer.request.terms, rows);
    add_work(answer, card, rows);
    const std::string months =
        card.rent ? months_text(card.rent->month_low, card.rent->month_high,
                                answer.request.terms.months, context.text("ownership.never"))
                  : "";
    add_rent(card, answer.request.terms.months, months, rows);
    report::wrap_columns(table, text_width(), {{1, 20}});
    text += card.gpu->id + "\n\n" + report::to_terminal(table, text_width()) + "\n";
  }
  return text;
}

}  // namespace wgf::cli
