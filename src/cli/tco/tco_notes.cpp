// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/tco/tco_sections.h"
#include "cli/tco/tco_text.h"
#include "cli/terminal.h"
#include "cli/words/first_notes.h"
#include "cli/words/rate_basis.h"
#include "cli/words/source_list.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

constexpr const char* none = "-";

std::string term_value(const answers::OwningTerm& term) {
  if (!term.value) return none;
  const bool is_share =
      term.name == "utilisation" || term.name == "power_share" || term.name == "resale_share";
  constexpr double percent = 100;
  constexpr int digits = 6;
  const auto shown = [&](double value) {
    std::string text = fmt::format("{:.{}g}", is_share ? value * percent : value, digits);
    return is_share ? text + " %" : text;
  };
  const std::string low = shown(term.value->low), high = shown(term.value->high);
  return low == high ? low : low + "-" + high;
}

std::string terms_table(const answers::TcoAnswer& answer, SourceList& sources,
                        const Context& context) {
  static constexpr const char* bases[] = {"ownership.basis_given", "ownership.basis_assumed", "",
                                          "ownership.basis_left_out"};
  Table table{{{context.text("ownership.column_term")},
               {context.text("ownership.column_value"), Align::right},
               {context.text("ownership.column_rests_on")}},
              {}};
  for (const answers::OwningTerm& term : answer.request.rests_on)
    table.rows.push_back({context.text("ownership.term_" + term.name), term_value(term),
                          term.basis == answers::Basis::sourced
                              ? sources.numbers_of(term.sources)
                              : context.text(bases[static_cast<int>(term.basis)])});
  return context.text("ownership.terms_heading") + "\n\n" +
         report::to_terminal(table, text_width()) + "\n";
}

// Neighbours of the order whose ranges overlap.
std::string open_order(const answers::TcoAnswer& answer) {
  std::vector<std::string> pairs;
  for (std::size_t i = 1; i < answer.cards.size(); ++i)
    if (advisor::is_order_open(answer.cards[i - 1].owned, answer.cards[i].owned))
      pairs.push_back(answer.cards[i - 1].gpu->id + " / " + answer.cards[i].gpu->id);
  return join(pairs, ", ");
}

bool any(const answers::TcoAnswer& answer, const auto& is) {
  return std::any_of(answer.cards.begin(), answer.cards.end(), is);
}

std::vector<std::string> notes_of(const answers::TcoAnswer& answer, const Context& context) {
  const advisor::Scenario& scenario = *answer.request.scenario;
  std::vector<std::string> notes{
      context.text({scenario.served.empty() ? unit_key(answer, "note_scenario")
                                            : "ownership.note_scenario_service",
                    {{"scenario", std::string(scenario.name)},
                     {"model", std::string(scenario.served)},
                     {"case", std::string(scenario.case_id)},
                     {"tokens", plain_number(scenario.units_per_sample)}}})};
  for (std::string& note : rate_notes(scenario.case_id, conversion_of(answer.cards), context))
    notes.push_back(std::move(note));
  if (any(answer, [](const answers::TcoCard& card) {
        return card.rate && card.rate->kind == results::RateKind::forecast;
      }))
    notes.push_back(context.text("ownership.note_forecast"));
  if (const std::string pairs = open_order(answer); !pairs.empty())
    notes.push_back(context.text({"ownership.note_open_order", {{"pairs", pairs}}}));
  if (any(answer, [&](const answers::TcoCard& card) {
        const auto is_late = [&](const std::optional<double>& month) {
          return month && *month > answer.request.terms.months;
        };
        return card.rent && (is_late(card.rent->month_low) || is_late(card.rent->month_high));
      }))
    notes.push_back(context.text(
        {"ownership.note_late", {{"months", plain_number(answer.request.terms.months)}}}));
  if (any(answer, [&](const answers::TcoCard& card) {
        return !card.is_price_given && answers::is_old(card.purchase, answer.today);
      }))
    notes.push_back(context.text("ownership.note_old_price"));
  if (any(answer, [](const answers::TcoCard& card) {
        return card.offer && card.offer->offer->gpu_count > 1;
      }))
    notes.push_back(context.text("ownership.note_share_of_machine"));
  if (any(answer, [](const answers::TcoCard& card) {
        return card.offer && card.offer->freshness != advisor::Freshness::fresh;
      }))
    notes.push_back(context.text("ownership.note_stale_rent"));
  for (const answers::TcoCard& card : answer.cards)
    if (card.fresh != nullptr && card.fresh != card.offer)
      notes.push_back(context.text({"ownership.note_fresh_rent",
                                    {{"gpu", card.gpu->id},
                                     {"price", money(card.fresh->per_gpu.value)},
                                     {"provider", printable(card.fresh->offer->provider)},
                                     {"date", to_text(*card.fresh->offer->date)}}}));
  if (const double share = answer.request.terms.utilisation; share < 1)
    notes.push_back(context.text(
        {unit_key(answer, "note_utilisation"), {{"percent", fmt::format("{:g} %", share * 100)}}}));
  notes.push_back(context.text("ownership.note_columns"));
  notes.push_back(context.text("ownership.note_break_even"));
  return notes;
}

std::string left_out_text(const answers::TcoAnswer& answer, const Context& context) {
  std::string text;
  for (const answers::LeftOut& one : answer.left_out)
    text += wrapped(context.text({"ownership.left_out", {{"reason", context.text(one.reason)}}}),
                    text_width()) +
            "\n";
  return text.empty() ? "" : text + "\n";
}

std::string sources_text(const SourceList& sources, const Context& context) {
  if (sources.all().empty()) return "";
  std::string text = context.text("ownership.sources") + "\n";
  for (std::size_t i = 0; i < sources.all().size(); ++i)
    text +=
        wrapped(fmt::format("[{}] {}", i + 1, printable(sources.all()[i])), text_width(), 4) + "\n";
  return text + "\n";
}

}  // namespace

std::string tco_text(const answers::TcoAnswer& answer, bool is_explained, const Context& context) {
  SourceList sources;
  std::string text = value_table(answer, context) + left_out_text(answer, context);
  text += rent_table(answer, is_explained ? &sources : nullptr, context);
  std::vector<std::string> notes;
  for (const std::string& note : notes_of(answer, context))
    notes.push_back(wrapped(note, text_width()) + "\n");
  if (!is_explained) return text + first_notes(notes, context);
  text += work_table(answer, context);
  text += purchase_table(answer, sources, context);
  text += terms_table(answer, sources, context);
  text += tco_explanation(answer, context);
  text += sources_text(sources, context);
  for (const std::string& note : notes) text += note;
  return text;
}

}  // namespace wgf::cli
