// SPDX-License-Identifier: MIT
// predict --task serve --explain: every term of both times and of memory, the interval's bands, and
// the sources.

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "answers/service/service_figures.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/service/service_text.h"
#include "cli/terminal.h"
#include "cli/words/service_words.h"
#include "cli/words/side_by_side.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::ServingTerm;
using report::Align;
using report::Table;

std::string terms_table(const advisor::ServingForecast& forecast, ServingTerm::Of of,
                        const char* heading, const Context& context) {
  const Seconds all = of == ServingTerm::Of::ttft ? forecast.ttft : forecast.tpot;
  Table table{{{context.text(heading)},
               {context.text("predict.column_time"), Align::right},
               {context.text("predict.column_share"), Align::right},
               {context.text("predict.column_meaning")}},
              {}};
  for (const ServingTerm& term : forecast.terms) {
    if (term.of != of || term.time.value <= 0) continue;
    const std::string name(term.what);
    table.rows.push_back({context.text("serve.term_" + name), format_duration(term.time),
                          fmt::format("{:.1f} %", 100 * term.time.value / all.value),
                          context.text("serve.meaning_" + name)});
  }
  return report::to_terminal(table, text_width());
}

std::string memory_text(const answers::ServiceForecast& one, const Context& context) {
  const advisor::CacheRoom& room = one.forecast().room;
  std::string text = paragraph({"serve.explain_memory",
                                {{"share", fmt::format("{:g}", room.budget / room.memory)},
                                 {"budget", gb_text(room.budget)},
                                 {"memory", gb_text(room.memory)},
                                 {"weights", gb_text(room.weights)},
                                 {"others", gb_text(room.others)},
                                 {"spread", gb_text(room.half_width)},
                                 {"free", gb_text(room.free)}}},
                               context);
  if (room.request <= 0) return text;
  return text + paragraph({"serve.explain_cache",
                           {{"request", format_number(room.request / 1e6, 4)},
                            {"requests", answers::whole_number(room.requests)},
                            {"tokens", answers::whole_number(room.tokens)}}},
                          context);
}

std::string band_text(const Interval& range, double value) {
  return fmt::format("{:+.0f} … {:+.0f} %", 100 * (range.low / value - 1),
                     100 * (range.high / value - 1));
}

std::string fitted_text(const answers::ServiceForecast& one, const Context& context) {
  const advisor::FittedServing& fitted = advisor::fitted_serving();
  const advisor::ServingForecast& forecast = one.forecast();
  return paragraph(
      {"serve.fitted",
       {{"date", fitted.fitted_on},
        {"rows", std::to_string(fitted.rows)},
        {"ttft", band_text(forecast.ttft_interval, forecast.ttft.value)},
        {"tpot", band_text(forecast.tpot_interval, forecast.tpot.value)},
        {"tokens", band_text(forecast.throughput_interval, forecast.output_tokens_per_s)}}},
      context);
}

std::string term_text(const advisor::ServingForecast& forecast, ServingTerm::Of of,
                      std::string_view what) {
  for (const ServingTerm& term : forecast.terms)
    if (term.of == of && term.what == what && term.time.value > 0)
      return format_duration(term.time);
  return "";
}

// In the order in which the forecasts first have them.
std::vector<std::string_view> terms_of(const std::vector<answers::ServiceForecast>& rows,
                                       ServingTerm::Of of) {
  std::vector<std::string_view> names;
  for (const answers::ServiceForecast& one : rows)
    for (const ServingTerm& term : one.forecast().terms)
      if (term.of == of && std::find(names.begin(), names.end(), term.what) == names.end())
        names.push_back(term.what);
  return names;
}

template <typename Figure>
void add_row(SideBySide& table, const std::string& name,
             const std::vector<answers::ServiceForecast>& rows, Figure figure) {
  std::vector<std::string> figures;
  for (const answers::ServiceForecast& one : rows) figures.push_back(figure(one.forecast()));
  table.add(name, figures);
}

}  // namespace

std::string service_explain_text(const answers::ServiceRequest&,
                                 const answers::ServiceForecast& one, const Context& context) {
  const advisor::ServingForecast& forecast = one.forecast();
  const bool has_tpot = advisor::has_tpot(one.plan.one);
  return (has_tpot
              ? terms_table(forecast, ServingTerm::Of::tpot, "serve.column_tpot", context) + "\n"
              : "") +
         terms_table(forecast, ServingTerm::Of::ttft, "serve.column_ttft", context) + "\n" +
         memory_text(one, context) + fitted_text(one, context) + sources_text(one.basis, context);
}

std::string service_explain_rows(const answers::ServiceRequest& request,
                                 const std::vector<std::string>& names,
                                 const std::vector<answers::ServiceForecast>& rows,
                                 const Context& context) {
  using Forecast = advisor::ServingForecast;
  if (!request.is_explained) return "";
  std::string text;
  for (const auto& [of, heading, all] :
       {std::tuple(ServingTerm::Of::tpot, "serve.column_tpot", &Forecast::tpot),
        std::tuple(ServingTerm::Of::ttft, "serve.column_ttft", &Forecast::ttft)}) {
    if (of == ServingTerm::Of::tpot && !advisor::has_tpot(request.load)) continue;
    SideBySide table(context.text(heading), names);
    for (const std::string_view what : terms_of(rows, of))
      add_row(table, context.text("serve.term_" + std::string(what)), rows,
              [&, time = of](const Forecast& one) { return term_text(one, time, what); });
    add_row(table, of == ServingTerm::Of::tpot ? "TPOT" : "TTFT", rows,
            [&, whole = all](const Forecast& one) { return format_duration(one.*whole); });
    text += "\n" + table.text(context);
  }
  SideBySide memory(context.text("serve.column_memory"), names);
  for (const auto& [key, bytes] : {std::pair("weights", &advisor::CacheRoom::weights),
                                   {"others", &advisor::CacheRoom::others},
                                   {"cache", &advisor::CacheRoom::free},
                                   {"budget", &advisor::CacheRoom::budget}})
    add_row(memory, context.text(std::string("serve.memory_") + key), rows,
            [&, part = bytes](const Forecast& one) { return gb_text(one.room.*part); });
  const advisor::FittedServing& fitted = advisor::fitted_serving();
  return text + "\n" + memory.text(context) +
         paragraph({"predict.fitted_rows",
                    {{"date", fitted.fitted_on}, {"rows", std::to_string(fitted.rows)}}},
                   context);
}

}  // namespace wgf::cli
