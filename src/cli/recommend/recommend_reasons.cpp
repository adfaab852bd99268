// SPDX-License-Identifier: MIT
// The sentences of recommend: why this one, from what price on another, what is nearest.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/serving/service_precision.h"
#include "base/text.h"
#include "cli/lists/list_filters.h"
#include "cli/predict/predict_format.h"
#include "cli/predict/predict_notes.h"
#include "cli/recommend/known_cards.h"
#include "cli/recommend/recommend_answer.h"
#include "cli/serve/serve_format.h"
#include "cli/tco/tco_format.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using advisor::Measure;
using advisor::PriceFlip;

constexpr double worth_saying = 0.01;

std::string price_text(const RecommendAnswer& answer, double price) {
  return answer.request.is_bought() ? "$" + money(price) : format_number(price, 3) + " $/h";
}

// Of a price at which the order changes, with digits enough to tell it from today's.
std::string flip_price_text(const RecommendAnswer& answer, double price, double today) {
  const std::string text = price_text(answer, price);
  if (answer.request.is_bought() || text != price_text(answer, today)) return text;
  constexpr int digits = 6;
  return format_number(price, digits) + " $/h";
}

// "speed 1, cost 3, memory 2, energy 5"
std::string places_text(const RecommendAnswer& answer, const Candidate& one,
                        const Context& context) {
  std::vector<std::string> places;
  for (int i = 0; i < advisor::measure_count; ++i) {
    const auto measure = static_cast<Measure>(i);
    places.push_back(context.text("recommend.measure_" + std::string(to_text(measure))) + " " +
                     std::to_string(advisor::place_in(measure, one, answer.of_cards)));
  }
  return join(places, context.text("recommend.list_comma"));
}

// What differs from the first, better things first.
struct Differences {
  std::vector<std::string> better, worse;
};

class Comparison {
 public:
  explicit Comparison(const Context& context) : context_(context) {}

  // Both more than nothing; says "12 % faster" or "12 % slower".
  void add(const char* name, double own, double first, bool is_more_better) {
    const double change = own / first - 1;
    if (std::abs(change) < worth_saying) return;
    const std::string key =
        std::string("recommend.") + (change > 0 ? "more_" : "less_") + std::string(name);
    const bool is_better = (change > 0) == is_more_better;
    (is_better ? found_.better : found_.worse)
        .push_back(
            context_.text({key, {{"percent", fmt::format("{:.0f}", std::abs(change) * 100)}}}));
  }
  const Differences& found() const { return found_; }

 private:
  const Context& context_;
  Differences found_;
};

Differences differences(const Candidate& one, const Candidate& first, const Context& context) {
  Comparison comparison(context);
  comparison.add("speed", one.rate, first.rate, true);
  comparison.add("cost", one.cost(), first.cost(), false);
  comparison.add("memory", std::max(one.head_room, worth_saying),
                 std::max(first.head_room, worth_saying), true);
  if (one.watts && first.watts)
    comparison.add("energy", *one.joules_per_token(), *first.joules_per_token(), false);
  return comparison.found();
}

// The price at which the first is out is where the budget ends, not where another is better value.
bool is_at_budget(const RecommendAnswer& answer, double price) {
  constexpr double tolerance = 1e-4;
  return answer.most_price && price >= *answer.most_price * (1 - tolerance);
}

std::string interval_text(const Candidate& one) {
  return range_text({one.rate_low, one.rate_high});
}

std::string precision_name(const Candidate& one, const Detail& detail) {
  const std::string_view name = detail.precision.name;
  const bool is_fp16 = name == "bf16" && !catalog::dense_peak(*one.gpu, "bf16");
  return std::string(is_fp16 ? "fp16" : name);
}

// "fp8, fp4"
std::string names_of(const std::vector<WorkPrecision>& precisions) {
  std::vector<std::string> names;
  for (const WorkPrecision& one : precisions) names.emplace_back(one.name);
  return join(names, ", ");
}

// Nothing holds the network: why, and what would.
Message nothing_holds(const RecommendAnswer& answer) {
  const RecommendRequest& request = answer.request;
  const bool is_for_want_of_type = answer.has_missing_type && request.has_precisions;
  // Trainings do not join small machines, and a service stays in one.
  const bool is_joined = request.is_training && answer.largest_machine >= advisor::joined_from;
  const bool is_for_want_of_machine = answer.largest_machine > 0 && !is_joined;
  std::string key = answer.enough_gpus > 0      ? "recommend.nothing_holds_few"
                    : answer.enough_machine > 0 ? "recommend.nothing_holds_machine"
                    : answer.has_unknown_format ? "recommend.nothing_runs"
                    : is_for_want_of_type       ? "recommend.nothing_has_type"
                    : is_for_want_of_machine    ? "recommend.nothing_holds_small"
                                                : "recommend.nothing_holds";
  if (!request.providers.empty()) key += "_there";
  return {key,
          {{"model", request.network.name},
           {"gpus", std::to_string(request.most_gpus)},
           {"precisions", names_of(request.precisions)},
           {"what", answer.enough},
           {"enough", std::to_string(answer.enough_gpus)},
           {"largest", std::to_string(answer.largest_machine)},
           {"machine", std::to_string(answer.enough_machine)}}};
}

// Whether the software runs any precision on one of the cards, other than those asked for.
bool would_run_otherwise(const RecommendAnswer& answer) {
  const RecommendRequest& request = answer.request;
  const auto precisions = advisor::service_precisions(*request.network.network);
  const auto runs_on = [&](const catalog::Gpu* gpu) {
    return std::any_of(precisions.begin(), precisions.end(), [&](std::string_view name) {
      return advisor::service_precision(name, serving_software, *request.network.network, *gpu)
          .has_value();
    });
  };
  const auto& cards = answer.left_out.not_known_to_run;
  return request.has_precisions && std::any_of(cards.begin(), cards.end(), runs_on);
}

// No card has a forecast: nothing to forecast it from, the software, or both among the cards.
Message nothing_forecast(const RecommendAnswer& answer) {
  const auto& unknown = answer.left_out.without_forecast;
  const auto& not_run = answer.left_out.not_known_to_run;
  const std::string way = answer.request.is_training    ? "training"
                          : not_run.empty()             ? "inference"
                          : !unknown.empty()            ? "mixed"
                          : would_run_otherwise(answer) ? "precision"
                                                        : "software";
  std::vector<const catalog::Gpu*> all = unknown;
  all.insert(all.end(), not_run.begin(), not_run.end());
  return {"recommend.nothing_forecast_" + way,
          {{"cards", join(gpu_ids(all), ", ")},
           {"precisions", names_of(answer.request.precisions)},
           {"model", answer.request.network.name}}};
}

Message out_of_reach(const RecommendAnswer& answer) {
  const RecommendRequest& request = answer.request;
  if (is_nothing_forecast(answer)) return nothing_forecast(answer);
  if (answer.cards == 0 && answer.sold_out > 0)
    return {"recommend.nothing_free", {{"offers", std::to_string(answer.sold_out)}}};
  if (answer.closest == nullptr) return nothing_holds(answer);
  const Candidate& one = *answer.closest;
  const Detail& detail = answer.detail(one);
  if (detail.service && !detail.service->is_within_limits)
    return {"recommend.nothing_within",
            {{"model", request.network.name},
             {"ttft", format_duration(detail.service->forecast.ttft)},
             {"tpot", format_duration(detail.service->forecast.tpot)},
             {"what", candidate_name(answer, one)}}};
  if (request.users)
    return {"recommend.nothing_users",
            {{"users", advisor::whole_text(*request.users)},
             {"gpus", std::to_string(request.most_gpus)}}};
  return {request.is_training ? "recommend.nothing_trains_so_fast" : "recommend.nothing_reaches",
          {{"rate", rate_text(request.least_rate())},
           {"gpus", std::to_string(request.most_gpus)},
           {"most", rate_text(one.rate)},
           {"what", candidate_name(answer, one)}}};
}

}  // namespace

std::string precision_name(const RecommendAnswer& answer, const Candidate& one) {
  return precision_name(one, answer.detail(one));
}

std::string candidate_name(const RecommendAnswer& answer, const Candidate& one) {
  return candidate_name(one, answer.detail(one));
}

std::string candidate_name(const Candidate& one, const Detail& detail) {
  return fmt::format("{} x {}, {}", one.gpus, one.gpu->id, precision_name(one, detail));
}

std::string why_text(const RecommendAnswer& answer, const Choice& choice, const Context& context) {
  const Candidate& one = *choice.candidate;
  const Candidate& first = *answer.best.front().candidate;
  if (&one == &first && answer.of_cards.size() == 1) return context.text("recommend.why_only");
  if (&one == &first)
    return context.text({"recommend.why_first",
                         {{"priority", context.text("recommend.priority_" +
                                                    std::string(to_text(answer.request.priority)))},
                          {"cards", std::to_string(answer.of_cards.size())},
                          {"places", places_text(answer, one, context)}}});
  const Differences found = differences(one, first, context);
  const std::string comma = context.text("recommend.list_comma");
  const std::string better = join(found.better, comma), worse = join(found.worse, comma);
  if (better.empty() && worse.empty()) return context.text("recommend.why_same");
  if (better.empty()) return context.text({"recommend.why_worse", {{"worse", worse}}});
  if (worse.empty()) return context.text({"recommend.why_better", {{"better", better}}});
  return context.text({"recommend.why_mixed", {{"better", better}, {"worse", worse}}});
}

std::string flip_text(const RecommendAnswer& answer, const Choice& choice, const Context& context) {
  const bool is_first = &choice == &answer.best.front();
  if (!choice.flip)
    return context.text(is_first ? "recommend.flip_never" : "recommend.flip_no_price");
  const PriceFlip& flip = *choice.flip;
  if (is_first) {
    const double today = choice.candidate->price;
    const std::string price = flip_price_text(answer, today * flip.factor, today);
    if (flip.then == nullptr) return context.text({"recommend.flip_nothing", {{"price", price}}});
    if (is_at_budget(answer, today * flip.factor))
      return context.text({"recommend.flip_budget",
                           {{"price", price}, {"other", candidate_name(answer, *flip.then)}}});
    return context.text({"recommend.flip_above",
                         {{"price", price}, {"other", candidate_name(answer, *flip.then)}}});
  }
  return context.text(
      {"recommend.flip_below",
       {{"price", flip_price_text(answer, flip.then->price * flip.factor, flip.then->price)},
        {"what", candidate_name(answer, *flip.then)}}});
}

Message nothing_meets(const RecommendAnswer& answer) {
  if (answer.nearest == nullptr) return out_of_reach(answer);
  const Candidate& one = *answer.nearest;
  return {"recommend.nothing_affordable",
          {{"budget", price_text(answer, answer.most_price.value_or(0))},
           {"what", candidate_name(answer, one)},
           {"price", price_text(answer, one.price)},
           {"rate", rate_text(one.rate)}}};
}

bool is_nothing_forecast(const RecommendAnswer& answer) {
  const CardsLeftOut& out = answer.left_out;
  return answer.cards > 0 && static_cast<int>(out.without_forecast.size() +
                                              out.not_known_to_run.size()) == answer.cards;
}

Error nothing_error(const RecommendAnswer& answer) {
  return Error(nothing_meets(answer),
               is_nothing_forecast(answer) ? ExitCode::not_supported : ExitCode::error);
}

std::string left_out_text(const CardsLeftOut& left_out, bool is_training, const Context& context) {
  const auto sentence = [&](const char* key, const std::vector<const catalog::Gpu*>& cards) {
    return cards.empty() ? "" : paragraph({key, {{"names", join(gpu_ids(cards), ", ")}}}, context);
  };
  return (is_training ? no_training_text(left_out.without_forecast, context)
                      : sentence("serve.without_unknown_card", left_out.without_forecast)) +
         sentence("recommend.without_support", left_out.not_known_to_run);
}

std::string nearest_text(const RecommendAnswer& answer, const Context& context) {
  if (answer.nearest == nullptr) return "";
  const Detail& detail = answer.detail(*answer.nearest);
  std::vector<std::pair<std::string, advisor::Familiarity>> cards{
      {answer.nearest->gpu->id, detail.familiarity}};
  std::string text = "\n" + paragraph({"recommend.nearest_interval",
                                       {{"what", candidate_name(answer, *answer.nearest)},
                                        {"rate", rate_text(answer.nearest->rate)},
                                        {"interval", interval_text(*answer.nearest)},
                                        {"offer", where_text(answer, *answer.nearest, context)}}},
                                      context);
  if (const Candidate* small = answer.nearest_computer) {
    cards.emplace_back(small->gpu->id, answer.detail(*small).familiarity);
    text += paragraph({"recommend.nearest_computer",
                       {{"what", candidate_name(answer, *small)},
                        {"price", price_text(answer, small->price)},
                        {"rate", rate_text(small->rate)},
                        {"interval", interval_text(*small)},
                        {"offer", where_text(answer, *small, context)}}},
                      context);
  }
  if (answer.closest != nullptr)
    text += paragraph({"recommend.budget_reaches",
                       {{"most", rate_text(answer.closest->rate)},
                        {"interval", interval_text(*answer.closest)},
                        {"other", candidate_name(answer, *answer.closest)}}},
                      context);
  if (detail.service && detail.machines > 1)
    text += paragraph({"recommend.counted_machines",
                       {{"machines", std::to_string(detail.machines)},
                        {"gpus", std::to_string(detail.gpus_each)},
                        {"gpu", answer.nearest->gpu->id}}},
                      context);
  text += unmeasured_text(cards, context);
  return detail.service ? text + devices_note({answer.nearest->gpu}, false, context) : text;
}

}  // namespace wgf::cli
