// SPDX-License-Identifier: MIT
// Trainings and services of select: several in a table, one as recommend shows it, with advice.

#include <fmt/format.h>

#include <algorithm>

#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/recommend/recommend_text.h"
#include "cli/recommend/select/select.h"
#include "cli/recommend/select/select_rows.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using report::Align;
using report::Table;

std::string users_text(const answers::SelectedWork& work, const Context& context) {
  return work.users ? advisor::whole_text(*work.users) : context.text("select.any_users");
}

Table training_table(const answers::SelectedWorks& works, RowMarks& marks, const Context& context) {
  Table table{{{context.text("select.column_size")},
               {context.text("select.column_tokens"), Align::right},
               {context.text("recommend.column_take")},
               {context.text("select.column_strategy")},
               {context.text("select.column_time"), Align::right},
               {"$/h", Align::right},
               {context.text("recommend.column_run"), Align::right}},
              {}};
  for (const answers::SelectedWork& work : works) {
    const answers::RecommendAnswer& answer = work.found.answer();
    const double tokens = *answer.request.train_tokens;
    table.rows.push_back({work.name, compact_number(tokens / giga) + "B"});
    if (answer.best.empty()) {
      table.rows.back().push_back("-");
      continue;
    }
    const Candidate& one = *answer.best.front().candidate;
    for (const std::string& text :
         {fmt::format("{} x {}", one.gpus, one.gpu->id),
          answers::short_layout(answer.detail(one).training->one), long_time(tokens / one.rate),
          marks.price(answer, one), money(one.cost())})
      table.rows.back().push_back(text);
    table.rows.push_back(
        {"", "", "", "",
         marks.limited(answer, one, {answers::Limit::deadline, answers::Limit::rate},
                       time_range(tokens, one)),
         "", count_range(cost_range(one))});
  }
  report::wrap_columns(table, text_width(), {{2, 12}, {3, 12}});
  return table;
}

std::string whole_ms(Seconds time) {
  return fmt::format("{:.0f} ms", time.value * 1e3);
}

// The interval of a time whose unit stands in the line above.
std::string ms_range(const Interval& range) {
  return fmt::format("{:.0f}-{:.0f}", range.low * 1e3, range.high * 1e3);
}

// "chat 1,000"
std::string scenario_text(const answers::SelectedWork& work) {
  return work.users ? work.name + " " + advisor::whole_text(*work.users) : work.name;
}

void add_service(Table& table, const answers::RecommendAnswer& answer, RowMarks& marks) {
  const Candidate& one = *answer.best.front().candidate;
  const advisor::ServingForecast& forecast = answer.detail(one).service->forecast;
  for (const std::string& text :
       {fmt::format("{} x {}", one.gpus, one.gpu->id), marks.type(answer, one),
        (answer.request.is_bought() ? "$" : "") + marks.price(answer, one), whole_ms(forecast.ttft),
        whole_ms(forecast.tpot), count_text(one.rate), small_figure(one.cost())})
    table.rows.back().push_back(text);
  table.rows.push_back(
      {"", "", "", "",
       marks.limited(answer, one, {answers::Limit::first_token}, ms_range(forecast.ttft_interval)),
       marks.limited(answer, one, {answers::Limit::next_token}, ms_range(forecast.tpot_interval)),
       count_range({one.rate_low, one.rate_high}), ""});
}

Table service_table(const answers::SelectedWorks& works, RowMarks& marks, const Context& context) {
  Table table{{{context.text("select.column_scenario")},
               {context.text("recommend.column_take")},
               {context.text("recommend.column_type")},
               {"$/h, $", Align::right},
               {"TTFT", Align::right},
               {"TPOT", Align::right},
               {context.text("recommend.column_rate"), Align::right},
               {context.text("recommend.column_cost"), Align::right}},
              {}};
  for (const answers::SelectedWork& work : works) {
    const answers::RecommendAnswer& answer = work.found.answer();
    table.rows.push_back({scenario_text(work)});
    if (answer.best.empty())
      table.rows.back().push_back("-");
    else
      add_service(table, answer, marks);
  }
  report::wrap_columns(table, text_width(), {{1, 12}});
  return table;
}

std::string gb(double bytes) {
  return gb_text(bytes) + " GB";
}

std::string bullet(const Message& message, const Context& context) {
  return wrapped(context.text(message), text_width(), 2) + "\n";
}

std::string adapters_text(const char* name, const answers::TrainingAdvice::Adapters& adapters,
                          const Context& context) {
  if (adapters.cheapest == nullptr)
    return bullet({"select.adapters_nowhere", {{"name", name}, {"gb", gb(adapters.bytes)}}},
                  context);
  return bullet({"select.adapters",
                 {{"name", name},
                  {"gb", gb(adapters.bytes)},
                  {"gpu", adapters.cheapest->gpu->id},
                  {"price", money(adapters.cheapest->price)}}},
                context);
}

std::string qlora_text(const answers::TrainingAdvice::Adapters& qlora, const Context& context) {
  const std::string text = adapters_text("QLoRA", qlora, context);
  return qlora.cheapest == nullptr ? text : text + release_note(*qlora.cheapest->gpu, context);
}

std::string advice_text(const answers::SelectedWork& work, const Context& context) {
  const answers::TrainingAdvice& advice = *work.advice;
  const answers::RecommendAnswer& answer = work.found.answer();
  std::string text =
      paragraph({answer.best.empty() ? "select.advice_alone" : "select.advice", {}}, context);
  if (!answer.best.empty()) {
    const advisor::TrainingForecast& first =
        *answer.detail(*answer.best.front().candidate).training;
    const std::string total = gb(first.memory.total()),
                      usable = gb(static_cast<double>(first.usable.value));
    const std::string shared =
        first.one.work.is_fsdp ? "FSDP" : fmt::format("ZeRO {}", first.one.work.zero);
    if (advice.without_sharing > 0)
      text += bullet({"select.sharing",
                      {{"how", shared},
                       {"gb", total},
                       {"without", gb(advice.without_sharing)},
                       {"usable", usable}}},
                     context);
    const bool has_recompute = advice.without_recompute > 0;
    text +=
        bullet({has_recompute ? "select.recompute" : "select.no_recompute",
                {{"how", recompute_text(first.one.work.recompute, context)},
                 {"gb", total},
                 {"other", gb(has_recompute ? advice.without_recompute : advice.with_recompute)},
                 {"usable", usable}}},
               context);
  }
  return text + adapters_text("LoRA", advice.lora, context) + qlora_text(advice.qlora, context);
}

// Why nothing does one of several works.
std::string nothing_text(const answers::SelectedWork& work, const Context& context) {
  // A training has no users.
  return paragraph({work.advice ? "select.nothing_trains" : "select.nothing",
                    {{"name", work.name},
                     {"users", users_text(work, context)},
                     {"reason", context.text(nothing_meets(work.found.answer()))}}},
                   context);
}

// Of all the works, each once.
answers::CardsLeftOut left_out_of(const answers::SelectedWorks& works) {
  answers::CardsLeftOut all;
  const auto add = [](std::vector<const catalog::Gpu*>& to, const auto& cards) {
    for (const catalog::Gpu* gpu : cards)
      if (std::find(to.begin(), to.end(), gpu) == to.end()) to.push_back(gpu);
  };
  for (const answers::SelectedWork& work : works) {
    const answers::CardsLeftOut& one = work.found.answer().left_out;
    add(all.without_forecast, one.without_forecast);
    add(all.not_known_to_run, one.not_known_to_run);
  }
  return all;
}

std::string table_text(const answers::SelectedWorks& works, bool is_training,
                       const Context& context) {
  const answers::RecommendRequest& request = works.front().found.answer().request;
  RowMarks marks;
  std::string text = paragraph({is_training ? "select.training_title" : "select.inference_title",
                                {{"gpus", std::to_string(request.most_gpus)},
                                 {"model", request.network.name},
                                 {"priority", context.text("recommend.heading_" +
                                                           std::string(to_text(request.priority)))},
                                 {"input", advisor::whole_text(request.input_tokens)},
                                 {"output", advisor::whole_text(request.output_tokens)}}},
                               context) +
                     "\n" +
                     report::to_terminal(is_training ? training_table(works, marks, context)
                                                     : service_table(works, marks, context),
                                         text_width());
  for (const answers::SelectedWork& work : works)
    if (work.found.answer().best.empty()) text += "\n" + nothing_text(work, context);
  return text + "\n" + marks.notes(context) + marks.bought_prices(context) +
         left_out_text(left_out_of(works), is_training, context) +
         paragraph({is_training ? "select.training_note" : "select.inference_note", {}}, context);
}

}  // namespace

std::string selected_text(const answers::SelectedWorks& works, bool is_training, bool is_explained,
                          const Context& context) {
  const bool is_one_kind = works.front().name == works.back().name;
  std::string text = is_one_kind ? "" : table_text(works, is_training, context);
  for (const answers::SelectedWork& work : works) {
    const answers::RecommendAnswer& answer = work.found.answer();
    if (is_one_kind) {
      if (!text.empty()) text += "\n";
      text += recommend_text(answer, is_explained, context);
      if (answer.best.empty() && works.size() > 1) text += "\n" + nothing_text(work, context);
      if (work.advice) text += "\n" + advice_text(work, context);
    } else if (is_explained && !answer.best.empty()) {
      text += "\n" + work.name + (is_training ? "" : ", " + users_text(work, context)) + "\n\n" +
              explained_ranks(answer, context);
    }
  }
  return text;
}

}  // namespace wgf::cli
