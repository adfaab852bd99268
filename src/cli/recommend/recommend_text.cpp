// SPDX-License-Identifier: MIT
// recommend as a table with what is said of each of the best.

#include <fmt/format.h>

#include <algorithm>

#include "advisor/goodput/usual_times.h"
#include "answers/recommend/recommend_answer.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/recommend/recommend_text.h"
#include "cli/terminal.h"
#include "cli/words/first_notes.h"
#include "cli/words/service_words.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using report::Align;
using report::Table;

std::string budget_text(const answers::RecommendAnswer& answer, const Context& context) {
  if (!answer.most_price) return context.text("recommend.no_budget");
  const char* key = answer.request.is_bought() ? "recommend.purchase_budget" : "recommend.budget";
  return context.text({key, {{"usd", money(*answer.most_price)}}});
}

std::string tokens_of_run(const answers::RecommendRequest& request) {
  constexpr double million = 1e6;
  const double tokens = *request.train_tokens;
  return tokens < giga ? compact_number(tokens / million) + "M"
                       : compact_number(tokens / giga) + "B";
}

// "134.8B tokens in all (20 a parameter, assumed)"
std::string run_text(const answers::RecommendRequest& request, const Context& context) {
  if (!request.train_tokens) return "";
  return context.text({request.has_usual_tokens ? "recommend.work_usual_run" : "recommend.work_run",
                       {{"tokens", tokens_of_run(request)},
                        {"each", plain_number(advisor::usual_tokens_a_parameter)}}});
}

std::string work_text(const answers::RecommendAnswer& answer, const Context& context) {
  const answers::RecommendRequest& request = answer.request;
  if (request.is_training)
    return context.text({"recommend.work_training",
                         {{"sequence", advisor::whole_text(request.network.one.sequence)},
                          {"global", advisor::whole_text(request.global_batch)},
                          {"optimizer", std::string(to_text(request.network.one.optimizer))}}}) +
           run_text(request, context);
  std::string text = context.text({"recommend.work_inference",
                                   {{"input", advisor::whole_text(request.input_tokens)},
                                    {"output", advisor::whole_text(request.output_tokens)}}});
  if (!request.scenario.empty())
    text +=
        context.text({"recommend.work_scenario", {{"scenario", std::string(request.scenario)}}});
  if (!request.first_token && !request.next_token)
    return text + context.text({"recommend.work_load",
                                {{"requests", advisor::whole_text(request.requests_per_gpu)}}});
  const auto limit = [&](const char* name, const std::optional<Seconds>& time) {
    if (!time) return std::string();
    return context.text(
        {"recommend.work_limit", {{"name", name}, {"limit", format_duration(*time)}}});
  };
  text += limit("TTFT", request.first_token) + limit("TPOT", request.next_token);
  if (request.users)
    text +=
        context.text({"recommend.work_users", {{"users", advisor::whole_text(*request.users)}}});
  return text;
}

std::string demand_text(const answers::RecommendAnswer& answer, const Context& context) {
  const answers::RecommendRequest& request = answer.request;
  if (request.least_rate() <= 0) return "";
  const double least = request.least_rate();
  const bool is_of_deadline =
      request.deadline && least <= *request.train_tokens / request.deadline->value;
  if (!is_of_deadline)
    return paragraph({"recommend.demand", {{"rate", rate_text(least)}}}, context);
  return paragraph({"recommend.demand_deadline",
                    {{"rate", rate_text(least)},
                     {"tokens", tokens_of_run(request)},
                     {"time", long_time(request.deadline->value)}}},
                   context);
}

// "of 75 cards in 1,970 offers 58 would do"
Message found_message(const answers::RecommendAnswer& answer) {
  const std::string cards = std::to_string(answer.cards),
                    met = std::to_string(answer.of_cards.size());
  if (answer.request.is_bought())
    return {answer.of_cards.empty() ? "recommend.none_to_buy" : "recommend.found_to_buy",
            {{"cards", cards}, {"met", met}}};
  if (answer.cards == 0)
    return answer.sold_out > 0
               ? Message{"recommend.all_sold_out", {{"offers", std::to_string(answer.sold_out)}}}
               : Message{"recommend.no_offers", {}};
  return {answer.of_cards.empty() ? "recommend.none_to_rent" : "recommend.found_to_rent",
          {{"offers", std::to_string(answer.offers)}, {"cards", cards}, {"met", met}}};
}

std::string title_text(const answers::RecommendAnswer& answer, const Context& context) {
  const answers::RecommendRequest& request = answer.request;
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
                            {"priority", context.text("recommend.heading_" +
                                                      std::string(to_text(request.priority)))},
                            {"found", context.text(found_message(answer))}}},
                          context);
}

// "749 *" where what is bought has no price of the last twelve months.
std::string shown_price(const answers::RecommendAnswer& answer, const Candidate& one) {
  const bool is_marked =
      answer.request.is_bought() && is_price_old(answer.detail(one), answer.today);
  return money(one.price) + (is_marked ? " *" : "");
}

std::string owning_text(const answers::RecommendAnswer& answer, const Context& context) {
  const bool is_marked =
      std::any_of(answer.best.begin(), answer.best.end(), [&](const answers::Choice& choice) {
        return is_price_old(answer.detail(*choice.candidate), answer.today);
      });
  const char* key = answer.request.tokens_per_day ? "recommend.owning_daily" : "recommend.owning";
  return (is_marked ? paragraph({"select.mark_old_purchase", {}}, context) : "") +
         paragraph({key,
                    {{"months", plain_number(answer.terms.months)},
                     {"hours", plain_number(answer.terms.hours_per_day)},
                     {"electricity", plain_number(answer.terms.electricity.low.value)},
                     {"pue", plain_number(answer.terms.pue)}}},
                   context) +
         paragraph({"recommend.boards", {}}, context);
}

Table best_table(const answers::RecommendAnswer& answer, const Context& context) {
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
                          precision_name(answer, one), shown_price(answer, one),
                          rate_text(one.rate), range_text({one.rate_low, one.rate_high}),
                          is_run ? money(one.cost()) : small_figure(one.cost()),
                          percent_text(one.head_room)});
  }
  report::wrap_columns(table, text_width(), {{1, 12}});
  return table;
}

// By all that is weighed, which intervals of the speed alone do not show.
std::string order_open_text(const answers::RecommendAnswer& answer, const Context& context) {
  std::vector<std::string> measures;
  for (int i = 0; i < advisor::measure_count; ++i)
    if (answer.weights[static_cast<std::size_t>(i)] > 0)
      measures.push_back(context.text("recommend.measure_" +
                                      std::string(to_text(static_cast<advisor::Measure>(i)))));
  const char* key = measures.size() > 1 ? "recommend.order_open_together" : "recommend.order_open";
  const std::string comma = context.text("recommend.list_comma");
  return paragraph({key, {{"measures", join(measures, comma)}}}, context);
}

std::vector<std::string> notes_of(const answers::RecommendAnswer& answer, const Context& context) {
  std::vector<std::string> notes;
  const auto add = [&notes](std::string note) {
    if (!note.empty()) notes.push_back(std::move(note));
  };
  if (answer.is_order_open) add(order_open_text(answer, context));
  std::vector<std::pair<std::string, advisor::Familiarity>> cards;
  std::vector<const catalog::Gpu*> serving;
  for (const answers::Choice& choice : answer.best) {
    const answers::Detail& detail = answer.detail(*choice.candidate);
    cards.emplace_back(choice.candidate->gpu->id, detail.familiarity);
    if (detail.service) serving.push_back(choice.candidate->gpu);
  }
  add(unmeasured_text(cards, context));
  add(devices_note(serving, true, context));
  if (answer.four_bits != nullptr)
    add(paragraph(
        {answer.request.is_bought() ? "recommend.four_bits_bought" : "recommend.four_bits_rented",
         {{"what", candidate_name(answer, *answer.four_bits)},
          {"cost", small_figure(answer.four_bits->cost())},
          {"price", money(answer.four_bits->price)},
          {"precision", precision_name(answer, *answer.four_bits)}}},
        context));
  if (answer.detail(*answer.best.front().candidate).precision.has_four_bits &&
      !answer.request.has_precisions)
    add(paragraph({"recommend.only_four_bits", {}}, context));
  if (answer.request.is_bought()) add(owning_text(answer, context));
  add(assumed_note(*answer.request.network.network, context));
  add(left_out_text(answer.left_out, answer.request.is_training, context));
  return notes;
}

}  // namespace

std::string unmeasured_text(const std::vector<std::pair<std::string, advisor::Familiarity>>& cards,
                            const Context& context) {
  const auto sentence = [&](advisor::Familiarity familiarity, const char* key) {
    std::vector<std::string> names;
    for (const auto& [name, known] : cards)
      if (known == familiarity && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    if (names.empty()) return std::string();
    const std::string comma = context.text("recommend.list_comma");
    return paragraph({key, {{"cards", join(names, comma)}}}, context);
  };
  return sentence(advisor::Familiarity::generation, "recommend.basis_generation") +
         sentence(advisor::Familiarity::none, "recommend.basis_none");
}

std::string explained_ranks(const answers::RecommendAnswer& answer, const Context& context) {
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
  report::wrap_columns(table, text_width(), {{0, 12}});
  const advisor::Weights& weights = answer.weights;
  return report::to_terminal(table, text_width()) + "\n" +
         paragraph({"recommend.weights",
                    {{"speed", percent_text(weights[0])},
                     {"cost", percent_text(weights[1])},
                     {"memory", percent_text(weights[2])},
                     {"energy", percent_text(weights[3])}}},
                   context);
}

std::string recommend_text(const answers::RecommendAnswer& answer, bool is_explained,
                           const Context& context) {
  std::string text = title_text(answer, context);
  if (is_nothing_forecast(answer)) return text;
  if (answer.best.empty())
    return text + nearest_text(answer, context) +
           left_out_text(answer.left_out, answer.request.is_training, context);
  text += "\n" + report::to_terminal(best_table(answer, context), text_width()) + "\n";
  const std::size_t shown = is_explained ? answer.best.size() : 1;
  for (std::size_t i = 0; i < shown; ++i) text += choice_text(answer, i, context) + "\n";
  const std::vector<std::string> notes = notes_of(answer, context);
  const std::size_t said = is_explained ? notes.size() : std::min(notes.size(), notes_on_a_screen);
  for (std::size_t i = 0; i < said; ++i) text += notes[i];
  if (!is_explained) return text + paragraph({"recommend.more", {}}, context);
  return text + "\n" + explained_ranks(answer, context);
}

}  // namespace wgf::cli
