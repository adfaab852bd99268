// SPDX-License-Identifier: MIT
// Trainings and services of select: several in a table, one as recommend shows it, with advice.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/list_filters.h"
#include "cli/predict_format.h"
#include "cli/select.h"
#include "cli/tco_format.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using report::Align;
using report::Table;
using Json = nlohmann::ordered_json;

std::string users_text(const SelectedWork& work, const Context& context) {
  return work.users ? advisor::whole_text(*work.users) : context.text("select.any_users");
}

Table training_table(const std::vector<SelectedWork>& works, const Context& context) {
  Table table{{{context.text("select.column_size")},
               {context.text("select.column_tokens"), Align::right},
               {context.text("recommend.column_take")},
               {context.text("select.column_strategy")},
               {context.text("select.column_time"), Align::right},
               {"$/h", Align::right},
               {context.text("recommend.column_run"), Align::right}},
              {}};
  for (const SelectedWork& work : works) {
    const RecommendAnswer& answer = work.found.answer();
    const double tokens = *answer.request.train_tokens;
    table.rows.push_back({work.name, compact_number(tokens / giga) + "B"});
    if (answer.best.empty()) {
      table.rows.back().push_back("-");
      continue;
    }
    const Candidate& one = *answer.best.front().candidate;
    for (const std::string& text :
         {fmt::format("{} x {}", one.gpus, one.gpu->id),
          short_layout(answer.detail(one).training->one), long_time(tokens / one.rate),
          money(one.price), money(one.cost())})
      table.rows.back().push_back(text);
  }
  report::shorten_columns(table, predict_width, {{2, 12}, {3, 12}});
  return table;
}

std::string whole_ms(Seconds time) {
  return fmt::format("{:.0f} ms", time.value * 1e3);
}

Table service_table(const std::vector<SelectedWork>& works, const Context& context) {
  Table table{{{context.text("select.column_scenario")},
               {context.text("select.column_users"), Align::right},
               {context.text("recommend.column_take")},
               {context.text("recommend.column_type")},
               {"$/h, $", Align::right},
               {"TTFT", Align::right},
               {"TPOT", Align::right},
               {context.text("recommend.column_rate"), Align::right},
               {context.text("recommend.column_cost"), Align::right}},
              {}};
  for (const SelectedWork& work : works) {
    const RecommendAnswer& answer = work.found.answer();
    table.rows.push_back({work.name, users_text(work, context)});
    if (answer.best.empty()) {
      table.rows.back().push_back("-");
      continue;
    }
    const Candidate& one = *answer.best.front().candidate;
    const advisor::ServingForecast& forecast = answer.detail(one).service->forecast;
    for (const std::string& text :
         {fmt::format("{} x {}", one.gpus, one.gpu->id), precision_name(answer, one),
          (answer.request.is_bought() ? "$" : "") + money(one.price), whole_ms(forecast.ttft),
          whole_ms(forecast.tpot), rate_text(one.rate), small_figure(one.cost())})
      table.rows.back().push_back(text);
  }
  report::shorten_columns(table, predict_width, {{2, 12}});
  return table;
}

std::string gb(double bytes) {
  return gb_text(bytes) + " GB";
}

std::string bullet(const Message& message, const Context& context) {
  return wrapped(context.text(message), predict_width, 2) + "\n";
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

std::string advice_text(const SelectedWork& work, const Context& context) {
  const TrainingAdvice& advice = *work.advice;
  const RecommendAnswer& answer = work.found.answer();
  std::string text = paragraph({"select.advice", {}}, context);
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
                {{"how", std::string(to_text(first.one.work.recompute))},
                 {"gb", total},
                 {"other", gb(has_recompute ? advice.without_recompute : advice.with_recompute)},
                 {"usable", usable}}},
               context);
  }
  return text + adapters_text("LoRA", advice.lora, context) +
         adapters_text("QLoRA", advice.qlora, context);
}

std::string table_text(const std::vector<SelectedWork>& works, bool is_training,
                       const Context& context) {
  const RecommendRequest& request = works.front().found.answer().request;
  std::string text = paragraph({is_training ? "select.training_title" : "select.inference_title",
                                {{"gpus", std::to_string(request.most_gpus)},
                                 {"model", request.network.name},
                                 {"priority", context.text("recommend.priority_" +
                                                           std::string(to_text(request.priority)))},
                                 {"input", advisor::whole_text(request.input_tokens)},
                                 {"output", advisor::whole_text(request.output_tokens)}}},
                               context) +
                     "\n" +
                     report::to_terminal(is_training ? training_table(works, context)
                                                     : service_table(works, context));
  for (const SelectedWork& work : works) {
    const RecommendAnswer& answer = work.found.answer();
    if (answer.best.empty())
      text += "\n" + paragraph({"select.nothing",
                                {{"name", work.name},
                                 {"users", users_text(work, context)},
                                 {"reason", context.text(nothing_meets(answer))}}},
                               context);
  }
  return text + "\n" +
         paragraph({is_training ? "select.training_note" : "select.inference_note", {}}, context);
}

Json adapters_json(const TrainingAdvice::Adapters& adapters) {
  Json json{{"bytes_of_one_gpu", adapters.bytes}, {"gpu", nullptr}, {"usd_per_hour", nullptr}};
  if (adapters.cheapest == nullptr) return json;
  json["gpu"] = adapters.cheapest->gpu->id;
  json["usd_per_hour"] = adapters.cheapest->price;
  return json;
}

Json advice_json(const TrainingAdvice& advice) {
  const auto known = [](double bytes) { return bytes > 0 ? Json(bytes) : Json(); };
  return {{"bytes_without_zero", known(advice.without_sharing)},
          {"bytes_without_recompute", known(advice.without_recompute)},
          {"bytes_with_full_recompute", known(advice.with_recompute)},
          {"lora", adapters_json(advice.lora)},
          {"qlora", adapters_json(advice.qlora)}};
}

}  // namespace

std::string selected_text(const std::vector<SelectedWork>& works, bool is_training,
                          const Context& context) {
  const bool is_one_kind = works.front().name == works.back().name;
  if (!is_one_kind) return table_text(works, is_training, context);
  std::string text;
  for (const SelectedWork& work : works) {
    if (!text.empty()) text += "\n";
    text += recommend_text(work.found.answer(), false, context);
    if (work.advice) text += "\n" + advice_text(work, context);
  }
  return text;
}

std::string selected_json(const std::vector<SelectedWork>& works, bool is_training,
                          const Context& context) {
  Json list = Json::array();
  for (const SelectedWork& work : works) {
    Json json{{is_training ? "size" : "scenario", work.name}};
    json.update(recommend_json(work.found.answer(), context));
    if (work.advice) json["advice"] = advice_json(*work.advice);
    list.push_back(std::move(json));
  }
  const Json all{{is_training ? "training" : "inference", list}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace wgf::cli
