// SPDX-License-Identifier: MIT
// recommend as a table with what is said of each of the best.

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/gpu_market.h"
#include "cli/list_filters.h"
#include "cli/predict_format.h"
#include "cli/recommend_answer.h"
#include "cli/tco_format.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using report::Align;
using report::Table;

std::string budget_text(const RecommendAnswer& answer, const Context& context) {
  if (!answer.most_price) return context.text("recommend.no_budget");
  const char* key = answer.request.is_bought() ? "recommend.purchase_budget" : "recommend.budget";
  return context.text({key, {{"usd", money(*answer.most_price)}}});
}

std::string work_text(const RecommendAnswer& answer, const Context& context) {
  const RecommendRequest& request = answer.request;
  if (request.is_training)
    return context.text({"recommend.work_training",
                         {{"sequence", advisor::whole_text(request.network.one.sequence)},
                          {"global", advisor::whole_text(request.global_batch)},
                          {"optimizer", std::string(to_text(request.network.one.optimizer))}}});
  std::string text = context.text({"recommend.work_inference",
                                   {{"input", advisor::whole_text(request.input_tokens)},
                                    {"output", advisor::whole_text(request.output_tokens)}}});
  if (!request.first_token && !request.next_token)
    return text + context.text({"recommend.work_load",
                                {{"requests", advisor::whole_text(request.requests_per_gpu)}}});
  if (request.first_token) text += ", TTFT <= " + format_duration(*request.first_token);
  if (request.next_token) text += ", TPOT <= " + format_duration(*request.next_token);
  if (request.users)
    text +=
        context.text({"recommend.work_users", {{"users", advisor::whole_text(*request.users)}}});
  return text;
}

std::string demand_text(const RecommendAnswer& answer, const Context& context) {
  const RecommendRequest& request = answer.request;
  if (request.least_rate() <= 0) return "";
  return paragraph({"recommend.demand", {{"rate", rate_text(request.least_rate())}}}, context);
}

std::string title_text(const RecommendAnswer& answer, const Context& context) {
  const RecommendRequest& request = answer.request;
  std::string text =
      paragraph({"recommend.title",
                 {{"model", request.network.name},
                  {"params", compact_number(request.network.params / giga)},
                  {"task", context.text(request.is_training ? "recommend.task_training"
                                                            : "recommend.task_inference")},
                  {"work", work_text(answer, context)}}},
                context);
  text += demand_text(answer, context);
  return text + paragraph({"recommend.asked",
                           {{"budget", budget_text(answer, context)},
                            {"gpus", std::to_string(request.most_gpus)},
                            {"priority", context.text("recommend.priority_" +
                                                      std::string(to_text(request.priority)))},
                            {"offers", std::to_string(answer.offers)},
                            {"cards", std::to_string(answer.cards)},
                            {"met", std::to_string(answer.of_cards.size())}}},
                          context);
}

Table best_table(const RecommendAnswer& answer, const Context& context) {
  const bool is_run = answer.request.train_tokens.has_value();
  Table table{
      {{"#", Align::right},
       {context.text("recommend.column_take")},
       {context.text("recommend.column_type")},
       {answer.request.is_bought() ? "$" : "$/h", Align::right},
       {context.text("recommend.column_rate"), Align::right},
       {context.text("predict.column_interval"), Align::right},
       {context.text(is_run ? "recommend.column_run" : "recommend.column_cost"), Align::right},
       {context.text("recommend.column_free"), Align::right}},
      {}};
  for (std::size_t i = 0; i < answer.best.size(); ++i) {
    const Candidate& one = *answer.best[i].candidate;
    table.rows.push_back({std::to_string(i + 1), fmt::format("{} x {}", one.gpus, one.gpu->id),
                          precision_name(answer, one), money(one.price), rate_text(one.rate),
                          rate_text(one.rate_low) + " … " + rate_text(one.rate_high),
                          is_run ? money(one.cost()) : small_figure(one.cost()),
                          percent_text(one.head_room)});
  }
  report::shorten_columns(table, predict_width, {{1, 12}});
  return table;
}

std::string where_text(const RecommendAnswer& answer, const Candidate& one,
                       const Context& context) {
  const Detail& detail = answer.detail(one);
  if (detail.offer == nullptr)
    return context.text({"recommend.bought",
                         {{"price", money_range(detail.purchase->price)},
                          {"date", detail.purchase->newest ? to_text(*detail.purchase->newest)
                                                           : context.text("ownership.undated")}}});
  std::string machine = fmt::format("{} x {}", detail.gpus_each, one.gpu->id);
  if (detail.machines > 1)
    machine = context.text({"recommend.machines",
                            {{"machines", std::to_string(detail.machines)}, {"machine", machine}}});
  return context.text({detail.offers == 1 ? "recommend.rented_only" : "recommend.rented",
                       {{"machine", machine},
                        {"provider", printable(detail.offer->offer->provider) +
                                         (answer.is_spot(one) ? ", spot" : "")},
                        {"date", age_text(*detail.offer, context)},
                        {"offers", std::to_string(detail.offers)}}});
}

std::string service_layout(const Detail& detail) {
  const advisor::ServingLayout& layout = detail.service->one.layout;
  std::string text;
  for (const auto& [name, value] : {std::pair("tp", layout.tp),
                                    {"pp", layout.pp},
                                    {"ep", layout.ep},
                                    {"attention dp", layout.attention_dp},
                                    {"engines", detail.service->one.engines * detail.machines}})
    if (value > 1) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  return text.empty() ? "tp 1" : text;
}

std::string speed_text(const RecommendAnswer& answer, const Candidate& one,
                       const Context& context) {
  const Detail& detail = answer.detail(one);
  if (detail.service)
    return context.text(
        {"recommend.service",
         {{"layout", service_layout(detail)},
          {"ttft", format_duration(detail.service->forecast.ttft)},
          {"tpot", format_duration(detail.service->forecast.tpot)},
          {"users", advisor::whole_text(detail.service->one.concurrency * detail.machines)}}});
  std::string text =
      context.text({"recommend.training",
                    {{"layout", short_layout(detail.training->one)},
                     {"batch", advisor::whole_text(detail.training->one.work.batch)},
                     {"software", std::string(to_text(detail.training->one.software))}}});
  if (!answer.request.train_tokens) return text;
  const double tokens = *answer.request.train_tokens;
  return text + context.text({"recommend.run_time",
                              {{"time", long_time(tokens / one.rate)},
                               {"low", long_time(tokens / one.rate_high)},
                               {"high", long_time(tokens / one.rate_low)}}});
}

// What interruptions take of it.
std::string risk_text(const RecommendAnswer& answer, std::size_t place, const Context& context) {
  const Candidate& one = *answer.best[place].candidate;
  const Detail& detail = answer.detail(one);
  if (!answer.request.has_spot || (!answer.is_spot(one) && detail.kept.value == 1)) return "";
  const std::string lost = fmt::format("{:.1f} %", 100 * (1 - detail.kept.value));
  if (!answer.is_spot(one)) return " " + context.text({"recommend.failures", {{"lost", lost}}});
  if (detail.interruptions) {
    const advisor::SpotRate& rate = *detail.interruptions;
    return " " + context.text({rate.is_open ? "recommend.spot_open" : "recommend.spot",
                               {{"low", format_number(rate.per_hour_low, 2)},
                                {"high", format_number(rate.per_hour_high, 2)},
                                {"lost", lost}}});
  }
  if (place > 0 || !answer.loss_to_lose) return " " + context.text("recommend.spot_unknown");
  return " " + context.text({"recommend.spot_unknown_first",
                             {{"lost", percent_text(*answer.loss_to_lose)}}});
}

std::string scaling_text(const Choice& choice, const Context& context) {
  if (!choice.scaling) return "";
  const std::string percent = percent_text(choice.scaling->efficiency);
  if (choice.scaling->base == 1)
    return " " + context.text({"recommend.scaling", {{"percent", percent}}});
  return " " +
         context.text({"recommend.scaling_of",
                       {{"percent", percent}, {"gpus", std::to_string(choice.scaling->base)}}});
}

std::string choice_text(const RecommendAnswer& answer, std::size_t place, const Context& context) {
  const Choice& choice = answer.best[place];
  const Candidate& one = *choice.candidate;
  constexpr std::size_t indent = 3;
  std::string text = std::to_string(place + 1) + ". " + where_text(answer, one, context) + " " +
                     speed_text(answer, one, context);
  text += risk_text(answer, place, context) + scaling_text(choice, context);
  text += " " + why_text(answer, choice, context) + " " + flip_text(answer, choice, context);
  return wrapped(text, predict_width, indent) + "\n";
}

// Every measure and the score of the best of each card.
std::string explain_text(const RecommendAnswer& answer, const Context& context) {
  Table table{{{context.text("recommend.column_take")},
               {context.text("recommend.column_type")},
               {context.text("recommend.column_rate"), Align::right},
               {context.text(answer.request.train_tokens ? "recommend.column_run"
                                                         : "recommend.column_cost"),
                Align::right},
               {context.text("recommend.column_free"), Align::right},
               {context.text("recommend.column_energy"), Align::right},
               {context.text("recommend.column_score"), Align::right}},
              {}};
  for (std::size_t i = 0; i < answer.of_cards.size(); ++i) {
    const Candidate* one = answer.of_cards[i];
    const auto joules = one->joules_per_token();
    table.rows.push_back({fmt::format("{} x {}", one->gpus, one->gpu->id),
                          precision_name(answer, *one), rate_text(one->rate),
                          small_figure(one->cost()), percent_text(one->head_room),
                          joules ? small_figure(*joules) : context.text("ownership.unknown"),
                          fmt::format("{:.3f}", answer.scores[i])});
  }
  report::shorten_columns(table, predict_width, {{0, 12}});
  const advisor::Weights& weights = advisor::weights_of(answer.request.priority);
  return report::to_terminal(table) + "\n" +
         paragraph({"recommend.weights",
                    {{"speed", percent_text(weights[0])},
                     {"cost", percent_text(weights[1])},
                     {"memory", percent_text(weights[2])},
                     {"energy", percent_text(weights[3])}}},
                   context);
}

std::string notes_text(const RecommendAnswer& answer, const Context& context) {
  std::string text;
  if (answer.is_order_open) text += paragraph({"recommend.order_open", {}}, context);
  if (answer.four_bits != nullptr)
    text += paragraph({"recommend.four_bits",
                       {{"what", candidate_name(answer, *answer.four_bits)},
                        {"cost", small_figure(answer.four_bits->cost())},
                        {"price", money(answer.four_bits->price)}}},
                      context);
  if (answer.best.front().candidate != nullptr &&
      answer.detail(*answer.best.front().candidate).precision.has_four_bits &&
      !answer.request.has_precisions)
    text += paragraph({"recommend.only_four_bits", {}}, context);
  if (answer.request.is_bought())
    text += paragraph({"recommend.owning",
                       {{"months", plain_number(answer.terms.months)},
                        {"hours", plain_number(answer.terms.hours_per_day)},
                        {"electricity", plain_number(answer.terms.electricity.low.value)},
                        {"pue", plain_number(answer.terms.pue)}}},
                      context);
  if (answer.request.network.network->is_assumed)
    text += paragraph({"predict.assumed", {}}, context);
  return text;
}

}  // namespace

std::string recommend_text(const RecommendAnswer& answer, bool is_explained,
                           const Context& context) {
  std::string text = title_text(answer, context);
  if (answer.best.empty()) return text;
  text += "\n" + report::to_terminal(best_table(answer, context)) + "\n";
  for (std::size_t i = 0; i < answer.best.size(); ++i)
    text += choice_text(answer, i, context) + "\n";
  text += notes_text(answer, context);
  return is_explained ? text + "\n" + explain_text(answer, context) : text;
}

}  // namespace wgf::cli
