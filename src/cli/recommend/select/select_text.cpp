// SPDX-License-Identifier: MIT
// Trainings and services of select: several in a table, one as recommend shows it, with advice.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/recommend/recommend_text.h"
#include "cli/recommend/select/adapter_release.h"
#include "cli/recommend/select/select.h"
#include "cli/recommend/select/select_rows.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"
#include "report/table.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using report::Align;
using report::Table;
using Json = nlohmann::ordered_json;

std::string users_text(const SelectedWork& work, const Context& context) {
  return work.users ? advisor::whole_text(*work.users) : context.text("select.any_users");
}

Table training_table(const std::vector<SelectedWork>& works, RowMarks& marks,
                     const Context& context) {
  Table table{{{context.text("select.column_size")},
               {context.text("select.column_tokens"), Align::right},
               {context.text("recommend.column_take")},
               {context.text("select.column_strategy")},
               {context.text("select.column_time"), Align::right},
               {"$/h", Align::right},
               {context.text("recommend.column_run"), Align::right}},
              {}};
  for (const SelectedWork& work : works) {
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
std::string scenario_text(const SelectedWork& work) {
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

Table service_table(const std::vector<SelectedWork>& works, RowMarks& marks,
                    const Context& context) {
  Table table{{{context.text("select.column_scenario")},
               {context.text("recommend.column_take")},
               {context.text("recommend.column_type")},
               {"$/h, $", Align::right},
               {"TTFT", Align::right},
               {"TPOT", Align::right},
               {context.text("recommend.column_rate"), Align::right},
               {context.text("recommend.column_cost"), Align::right}},
              {}};
  for (const SelectedWork& work : works) {
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

std::string adapters_text(const char* name, const TrainingAdvice::Adapters& adapters,
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

std::string qlora_text(const TrainingAdvice::Adapters& qlora, const Context& context) {
  const std::string text = adapters_text("QLoRA", qlora, context);
  return qlora.cheapest == nullptr ? text : text + release_note(*qlora.cheapest->gpu, context);
}

std::string advice_text(const SelectedWork& work, const Context& context) {
  const TrainingAdvice& advice = *work.advice;
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
std::string nothing_text(const SelectedWork& work, const Context& context) {
  // A training has no users.
  return paragraph({work.advice ? "select.nothing_trains" : "select.nothing",
                    {{"name", work.name},
                     {"users", users_text(work, context)},
                     {"reason", context.text(nothing_meets(work.found.answer()))}}},
                   context);
}

// Of all the works, each once.
answers::CardsLeftOut left_out_of(const std::vector<SelectedWork>& works) {
  answers::CardsLeftOut all;
  const auto add = [](std::vector<const catalog::Gpu*>& to, const auto& cards) {
    for (const catalog::Gpu* gpu : cards)
      if (std::find(to.begin(), to.end(), gpu) == to.end()) to.push_back(gpu);
  };
  for (const SelectedWork& work : works) {
    const answers::CardsLeftOut& one = work.found.answer().left_out;
    add(all.without_forecast, one.without_forecast);
    add(all.not_known_to_run, one.not_known_to_run);
  }
  return all;
}

std::string table_text(const std::vector<SelectedWork>& works, bool is_training,
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
  for (const SelectedWork& work : works)
    if (work.found.answer().best.empty()) text += "\n" + nothing_text(work, context);
  return text + "\n" + marks.notes(context) + marks.bought_prices(context) +
         left_out_text(left_out_of(works), is_training, context) +
         paragraph({is_training ? "select.training_note" : "select.inference_note", {}}, context);
}

Json adapters_json(const TrainingAdvice::Adapters& adapters) {
  Json json{{"bytes_of_one_gpu", adapters.bytes}, {"gpu", nullptr}, {"usd_per_hour", nullptr}};
  if (adapters.cheapest == nullptr) return json;
  json["gpu"] = adapters.cheapest->gpu->id;
  json["usd_per_hour"] = adapters.cheapest->price;
  return json;
}

Json qlora_json(const TrainingAdvice::Adapters& qlora) {
  Json json = adapters_json(qlora);
  json["from_bitsandbytes"] =
      qlora.cheapest == nullptr ? Json() : release_json(*qlora.cheapest->gpu);
  return json;
}

Json advice_json(const TrainingAdvice& advice) {
  const auto known = [](double bytes) { return bytes > 0 ? Json(bytes) : Json(); };
  return {{"bytes_without_zero", known(advice.without_sharing)},
          {"bytes_without_recompute", known(advice.without_recompute)},
          {"bytes_with_full_recompute", known(advice.with_recompute)},
          {"lora", adapters_json(advice.lora)},
          {"qlora", qlora_json(advice.qlora)}};
}

}  // namespace

std::string selected_text(const std::vector<SelectedWork>& works, bool is_training,
                          bool is_explained, const Context& context) {
  const bool is_one_kind = works.front().name == works.back().name;
  std::string text = is_one_kind ? "" : table_text(works, is_training, context);
  for (const SelectedWork& work : works) {
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

std::string selected_json(const std::vector<SelectedWork>& works, bool is_training,
                          const Context& context) {
  Json list = Json::array();
  for (const SelectedWork& work : works) {
    Json json{{is_training ? "size" : "scenario", work.name}};
    json.update(recommend_json(work.found.answer(), context.language));
    if (work.advice) json["advice"] = advice_json(*work.advice);
    list.push_back(std::move(json));
  }
  const Json all{{is_training ? "training" : "inference", list}};
  return results::indented(all);
}

}  // namespace wgf::cli
