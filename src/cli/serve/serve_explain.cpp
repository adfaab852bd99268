// SPDX-License-Identifier: MIT
// predict --task serve --explain: every term of both times and of memory, the interval's bands, and
// the sources.

#include <fmt/format.h>

#include "base/text.h"
#include "cli/serve/serve_format.h"
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
  return report::to_terminal(table);
}

std::string memory_text(const ServiceForecast& one, const Context& context) {
  const advisor::CacheRoom& room = one.forecast().room;
  const double gpu_bytes = room.budget / advisor::engine_share;
  std::string text = paragraph({"serve.explain_memory",
                                {{"budget", gb_text(room.budget)},
                                 {"memory", gb_text(gpu_bytes)},
                                 {"weights", gb_text(room.weights)},
                                 {"others", gb_text(room.others)},
                                 {"spread", gb_text(room.half_width)},
                                 {"free", gb_text(room.free)}}},
                               context);
  if (room.request <= 0) return text;
  return text + paragraph({"serve.explain_cache",
                           {{"request", format_number(room.request / 1e6, 4)},
                            {"requests", whole_number(room.requests)},
                            {"tokens", whole_number(room.tokens)}}},
                          context);
}

std::string band_text(const Interval& range, double value) {
  return fmt::format("{:+.0f} … {:+.0f} %", 100 * (range.low / value - 1),
                     100 * (range.high / value - 1));
}

std::string fitted_text(const ServiceForecast& one, const Context& context) {
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

}  // namespace

std::string service_explain_text(const ServiceRequest&, const ServiceForecast& one,
                                 const Context& context) {
  const advisor::ServingForecast& forecast = one.forecast();
  return terms_table(forecast, ServingTerm::Of::tpot, "serve.column_tpot", context) + "\n" +
         terms_table(forecast, ServingTerm::Of::ttft, "serve.column_ttft", context) + "\n" +
         memory_text(one, context) + fitted_text(one, context) + sources_text(one.basis, context);
}

}  // namespace wgf::cli
