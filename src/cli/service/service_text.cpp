// SPDX-License-Identifier: MIT
// predict --task serve of one case: figures with their intervals, what a token's time goes to,
// memory.

#include <fmt/format.h>

#include <algorithm>

#include "advisor/memory/advice.h"
#include "answers/service/service_figures.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/service/service_text.h"
#include "cli/terminal.h"
#include "cli/words/figures_table.h"
#include "cli/words/service_words.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::ServingTerm;
using report::Align;
using report::Table;

// What a service's table holds, by the names of its messages.
class Figures : public FiguresTable {
 public:
  explicit Figures(const Context& context) : FiguresTable(context), context_(context) {}

  void time(const char* key, Seconds value, const Interval& range) {
    add(name(key), format_duration(value), answers::range_of_times(range));
  }
  void rate(const char* key, double value, const Interval& range) {
    add(name(key), rate_text(value), range_text(range));
  }
  void count(const char* key, double value, const Interval& range) {
    add(name(key), answers::whole_number(value), answers::range_of_counts(range));
  }

 private:
  std::string name(const char* key) const {
    return context_.text(std::string("serve.figure_") + key);
  }
  const Context& context_;
};

std::string figures_text(const answers::ServiceRequest& request,
                         const answers::ServiceForecast& one, const Context& context) {
  const advisor::ServingForecast& forecast = one.forecast();
  Figures figures(context);
  figures.time("ttft", forecast.ttft, forecast.ttft_interval);
  const Interval &tokens = forecast.throughput_interval, &each = forecast.tpot_interval;
  if (advisor::has_tpot(one.plan.one)) {
    figures.time("tpot", forecast.tpot, forecast.tpot_interval);
    figures.rate("user", forecast.output_tokens_per_user, {1 / each.high, 1 / each.low});
  }
  figures.rate("tokens", forecast.output_tokens_per_s, tokens);
  if (one.gpus > 1)
    figures.rate("tokens_per_gpu", one.tokens_per_gpu(), answers::scaled(tokens, 1.0 / one.gpus));
  figures.rate("requests", forecast.requests_per_s,
               answers::scaled(tokens, 1 / one.plan.one.output_tokens));
  figures.add(
      context.text({"serve.figure_users", {{"limits", answers::limits_text(request.limits)}}}),
      answers::whole_number(one.users_of_plan.value), answers::counts_of(one.users_of_plan));
  const double engines = one.plan.one.engines;
  const advisor::CacheRoom& room = forecast.room;
  if (room.request > 0) {
    figures.count("cache_tokens", room.tokens * engines,
                  answers::cache_interval(room, room.tokens * engines));
    figures.count("cache_requests", room.requests * engines,
                  answers::cache_interval(room, room.requests * engines));
  }
  return figures.text();
}

// What the time of a token goes to, as people ask.
enum class Group { weights, cache, communication, host, prompts };
constexpr const char* group_names[] = {"weights", "cache", "communication", "host", "prompts"};

Group group_of(std::string_view term) {
  if (term == "attention" || term == "latent_cache" || term == "recurrent") return Group::cache;
  if (term == "collectives" || term == "exchange") return Group::communication;
  if (term == "kernels" || term == "between" || term == "host") return Group::host;
  if (term == "prompts_of_others") return Group::prompts;
  return Group::weights;
}

std::string groups_text(const advisor::ServingForecast& forecast, const Context& context) {
  double seconds[std::size(group_names)] = {};
  for (const ServingTerm& term : forecast.terms)
    if (term.of == ServingTerm::Of::tpot)
      seconds[static_cast<std::size_t>(group_of(term.what))] += term.time.value;
  Table table{{{context.text("serve.column_token")},
               {context.text("predict.column_time"), Align::right},
               {context.text("predict.column_share"), Align::right}},
              {}};
  for (std::size_t i = 0; i < std::size(group_names); ++i)
    if (seconds[i] > 0)
      table.rows.push_back({context.text(std::string("serve.group_") + group_names[i]),
                            format_duration(Seconds(seconds[i])),
                            percent_text(seconds[i] / forecast.tpot.value)});
  return report::to_terminal(table, text_width());
}

// Requests in flight that published rows reach on as many groups of attention.
double most_published(const advisor::ServingCase& one) {
  return advisor::most_of_group * one.engines * one.layout.attention_dp;
}

std::string beyond_rows(const advisor::ServingCase& one, const Context& context) {
  return paragraph({"serve.beyond_rows", {{"most", answers::whole_number(most_published(one))}}},
                   context);
}

std::string notes_text(const answers::ServiceRequest& request, const answers::ServiceForecast& one,
                       const Context& context) {
  const advisor::ServingForecast& forecast = one.forecast();
  std::string text = paragraph(
      {forecast.room.budget < forecast.room.memory ? "serve.memory" : "serve.memory_whole",
       {{"gpu", one.gpu->id},
        {"weights", gb_text(forecast.room.weights)},
        {"others", gb_text(forecast.room.others)},
        {"cache", gb_text(forecast.room.free)},
        {"budget", gb_text(forecast.room.budget)}}},
      context);
  if (forecast.waiting >= 0.5)
    text += paragraph({"serve.waiting", {{"waiting", rate_text(forecast.waiting)}}}, context);
  if (one.plan.one.concurrency >= most_published(one.plan.one))
    text += beyond_rows(one.plan.one, context);
  else if (one.users.value >= most_published(one.users_layout))
    text += beyond_rows(one.users_layout, context);
  if (one.users.value > one.users_of_plan.value)
    text += paragraph({"serve.users_layout",
                       {{"layout", answers::service_layout(one.users_layout)},
                        {"users", answers::whole_number(one.users.value)},
                        {"range", answers::counts_of(one.users)}}},
                      context);
  if (request.has_limits && !one.plan.is_within_limits)
    text += paragraph({"serve.beyond_limits", {{"limits", answers::limits_text(request.limits)}}},
                      context);
  return text;
}

}  // namespace

std::string service_text(const answers::ServiceRequest& request,
                         const answers::ServiceForecast& one, bool is_explained,
                         const Context& context) {
  std::string text = service_title(request, answers::served_in(*one.gpu, one.precision),
                                   one.gpu->id, one.gpus, context) +
                     service_setting(request, one, context) + "\n";
  text += figures_text(request, one, context) + "\n";
  if (advisor::has_tpot(one.plan.one)) text += groups_text(one.forecast(), context) + "\n";
  if (is_explained) text += service_explain_text(request, one, context) + "\n";
  return text + notes_text(request, one, context) + service_basis_text(request, one, context);
}

std::string service_bounds_text(const answers::ServiceRequest& request,
                                const answers::ServiceBoundsAnswer& answer,
                                const Context& context) {
  std::string text = service_title(request, answers::served_in(*answer.gpu, request.precisions[0]),
                                   answer.gpu->id, answer.gpus, context);
  const std::string input = advisor::whole_text(request.load.input_tokens);
  if (answer.times) {
    const std::optional<double>& tokens = answer.times->output_tokens_per_s;
    text += paragraph({tokens ? "serve.bounds" : "serve.bounds_of_memory",
                       {{"input", input},
                        {"output", advisor::whole_text(request.load.output_tokens)},
                        {"ttft", format_duration(answer.times->ttft)},
                        {"tpot", format_duration(answer.times->tpot)},
                        {"tokens", rate_text(tokens.value_or(0))}}},
                      context);
  }
  if (answer.too_many_bytes)
    text += paragraph(
        {"serve.bounds_without_room",
         {{"weights", gb_text(*answer.too_many_bytes)},
          {"usable", gb_text(answer.gpus * static_cast<double>(answer.gpu->memory().value))}}},
        context);
  if (answer.samples_per_s)
    text += paragraph({has_tokens(request) ? "serve.bounds_sequences" : "serve.bounds_samples",
                       {{"samples", rate_text(*answer.samples_per_s)}, {"input", input}}},
                      context);
  if (!answer.times && !answer.samples_per_s) text += paragraph({"serve.no_bounds", {}}, context);
  return text;
}

}  // namespace wgf::cli
