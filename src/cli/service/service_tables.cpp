// SPDX-License-Identifier: MIT
// predict --task serve of several cards, precisions or loads side by side.

#include <fmt/format.h>

#include <algorithm>

#include "answers/service/service_figures.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/service/service_text.h"
#include "cli/terminal.h"
#include "cli/words/service_words.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

report::Column number_column(const std::string& key, const Context& context) {
  return {context.text(key), Align::right};
}

std::string starred(const answers::ServiceForecast& one) {
  const bool is_measured = one.basis.familiarity == advisor::Familiarity::card;
  return (is_measured ? "" : "* ") + range_text(one.forecast().throughput_interval);
}

std::string limit_note(const answers::ServiceRequest& request, const Context& context) {
  return paragraph({"serve.users_note", {{"limits", answers::limits_text(request.limits)}}},
                   context);
}

std::string knee_note(const advisor::Knee& knee, const std::vector<answers::ServiceForecast>& rows,
                      const Context& context) {
  const auto at = knee.at ? knee.at : knee.rising;
  if (!at) return paragraph({"serve.no_knee", {}}, context);
  const char* key = knee.at            ? "serve.knee_note"
                    : knee.rising == 0 ? "serve.one_fits"
                                       : "serve.still_rising";
  return paragraph({key, {{"load", advisor::whole_text(rows[*at].plan.one.concurrency)}}}, context);
}

std::size_t width_of(const Table& table) {
  const std::string text = report::to_terminal(table);
  const std::size_t rule = text.find('\n') + 1;  // of dashes, as wide as the table
  return text.find('\n', rule) - rule;
}

// Names stay whole, since those of two cards may differ at the end alone: TTFT goes, then TPOT.
std::string fit_cards(Table& table, const Context& context) {
  std::vector<std::string> left_out;
  for (const char* title : {"TTFT", "TPOT"}) {
    if (width_of(table) <= text_width()) break;
    const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                     [&](const auto& one) { return one.title == title; });
    const auto place = column - table.columns.begin();
    table.columns.erase(column);
    for (std::vector<std::string>& row : table.rows) row.erase(row.begin() + place);
    left_out.emplace_back(title);
  }
  if (left_out.empty()) return "";
  return paragraph({"serve.left_out",
                    {{"width", std::to_string(text_width())}, {"columns", join(left_out, ", ")}}},
                   context);
}

}  // namespace

std::string service_cards_text(const answers::ServiceRequest& request,
                               const std::vector<answers::ServiceForecast>& rows,
                               const std::vector<answers::WithoutService>& without,
                               const Context& context) {
  Table table{{{context.text("report.column_gpu")},
               number_column("serve.column_users", context),
               number_column("predict.column_tokens", context),
               number_column("predict.column_interval", context),
               {"TTFT", Align::right},
               {"TPOT", Align::right},
               {context.text("predict.column_layout")}},
              {}};
  for (const answers::ServiceForecast& one : rows)
    table.rows.push_back({one.gpu->id, answers::whole_number(one.users.value),
                          rate_text(one.forecast().output_tokens_per_s), starred(one),
                          format_duration(one.forecast().ttft), tpot_text(one),
                          answers::short_service_layout(one.plan.one)});
  if (!request.gpus) {  // each has its own number of them
    table.columns.insert(table.columns.begin() + 1, number_column("serve.column_gpus", context));
    for (std::size_t i = 0; i < rows.size(); ++i)
      table.rows[i].insert(table.rows[i].begin() + 1, std::to_string(rows[i].gpus));
  }
  const std::string left_out = fit_cards(table, context);
  const std::string key =
      std::string(has_loads_of_limits(request) ? "serve.cards_users" : "serve.cards_tokens") +
      (request.gpus ? "" : "_per_gpu");
  std::string text =
      service_title(request, std::string(request.precisions[0]), context.text("predict.each_card"),
                    request.gpus.value_or(0), context) +
      paragraph({"serve.cards_setting",
                 {{"input", advisor::whole_text(request.load.input_tokens)},
                  {"output", advisor::whole_text(request.load.output_tokens)},
                  {"software", std::string(to_text(request.load.software))}}},
                context) +
      "\n" + report::to_terminal(table, text_width()) + "\n" + left_out +
      paragraph({key, {{"counts", answers::tried_counts(request.load.software)}}}, context) +
      limit_note(request, context) + without_text(without, context);
  std::vector<const catalog::Gpu*> cards;
  for (const answers::ServiceForecast& one : rows) cards.push_back(one.gpu);
  if (answers::is_16_bits(request.precisions[0]))
    text += other_types_text(cards, request.precisions[0], context);
  text += assumed_note(*request.network.network, context) + devices_note(cards, true, context);
  return text + service_explain_rows(request, gpu_ids(cards), rows, context);
}

std::string service_precisions_text(const answers::ServiceRequest& request,
                                    const std::vector<answers::ServiceForecast>& rows,
                                    const std::vector<answers::WithoutService>& without,
                                    const Context& context) {
  const bool has_own_loads = has_loads_of_limits(request);
  Table table{{{context.text("predict.column_precision")},
               number_column("predict.column_tokens", context),
               number_column("predict.column_interval", context),
               // A ratio of rates says something of one load alone.
               number_column(has_own_loads ? "serve.column_load" : "predict.column_speed", context),
               {"TPOT", Align::right},
               number_column("serve.column_weights", context),
               {"KV", Align::right},
               number_column("serve.column_users", context),
               {context.text("serve.column_products")}},
              {}};
  const double base = rows.front().forecast().output_tokens_per_s;
  for (const answers::ServiceForecast& one : rows) {
    table.rows.push_back(
        {std::string(one.precision), rate_text(one.forecast().output_tokens_per_s),
         range_text(one.forecast().throughput_interval),
         has_own_loads ? advisor::whole_text(one.plan.one.concurrency)
                       : fmt::format("{:.2f}x", one.forecast().output_tokens_per_s / base),
         tpot_text(one), gb_text(one.forecast().room.weights), answers::cache_text(one.plan.one),
         answers::whole_number(one.users.value), std::string(products_name(one))});
  }
  const answers::ServiceForecast& first = rows.front();
  std::string text =
      service_title(request, context.text("predict.each_precision"), first.gpu->id, first.gpus,
                    context) +
      service_setting(request, first, context) + "\n" + report::to_terminal(table, text_width()) +
      "\n" + paragraph({"serve.precisions_note", {}}, context) + limit_note(request, context) +
      without_text(without, context) + "\n" + context.text("predict.accuracy_heading") + "\n";
  std::vector<std::string> names;
  for (const answers::ServiceForecast& one : rows) {
    names.emplace_back(one.precision);
    text += wrapped(names.back() + ": " + context.text("serve.accuracy_" + names.back()),
                    text_width(), 6) +
            "\n";
  }
  return text + "\n" + service_basis_text(request, first, context) +
         service_explain_rows(request, names, rows, context);
}

std::string service_loads_text(const answers::ServiceRequest& request,
                               const std::vector<answers::ServiceForecast>& rows,
                               const Context& context) {
  Table table{{number_column("serve.column_load", context),
               number_column("predict.column_tokens", context),
               number_column("predict.column_interval", context),
               number_column("serve.column_user", context),
               {"TTFT", Align::right},
               {"TPOT", Align::right},
               number_column("serve.column_waiting", context),
               {""}},
              {}};
  const advisor::Knee knee = knee_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const advisor::ServingForecast& forecast = rows[i].forecast();
    table.rows.push_back(
        {advisor::whole_text(rows[i].plan.one.concurrency), rate_text(forecast.output_tokens_per_s),
         range_text(forecast.throughput_interval),
         advisor::has_tpot(rows[i].plan.one) ? rate_text(forecast.output_tokens_per_user) : "-",
         format_duration(forecast.ttft), tpot_text(rows[i]),
         forecast.waiting >= 0.5 ? answers::whole_number(forecast.waiting) : "-",
         knee_mark(knee, i, context)});
  }
  const answers::ServiceForecast& last = rows.back();
  std::string text = service_title(request, answers::served_in(*last.gpu, last.precision),
                                   last.gpu->id, last.gpus, context) +
                     service_setting(request, last, context) + "\n" +
                     report::to_terminal(table, text_width()) + "\n";
  text += knee_note(knee, rows, context);
  std::vector<std::string> names;
  for (const answers::ServiceForecast& one : rows)
    names.push_back(advisor::whole_text(one.plan.one.concurrency));
  return text +
         paragraph({"serve.users_on_layout",
                    {{"users", answers::whole_number(last.users_of_plan.value)},
                     {"range", answers::counts_of(last.users_of_plan)},
                     {"limits", answers::limits_text(request.limits)}}},
                   context) +
         service_basis_text(request, last, context) +
         service_explain_rows(request, names, rows, context);
}

}  // namespace wgf::cli
