// SPDX-License-Identifier: MIT
// The sentences of recommend: why this one, from what price on another, what is nearest.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/serving/service_precision.h"
#include "answers/recommend/known_cards.h"
#include "answers/recommend/recommend_answer.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/recommend/recommend_text.h"
#include "cli/words/service_words.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using advisor::Measure;
using advisor::PriceFlip;

constexpr double worth_saying = 0.01;

// Of a price at which the order changes, with digits enough to tell it from today's.
std::string flip_price_text(const answers::RecommendAnswer& answer, double price, double today) {
  const std::string text = price_text(answer, price);
  if (answer.request.is_bought() || text != price_text(answer, today)) return text;
  constexpr int digits = 6;
  return format_number(price, digits) + " $/h";
}

// "speed 1, cost 3, memory 2, energy 5"
std::string places_text(const answers::RecommendAnswer& answer, const Candidate& one,
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
bool is_at_budget(const answers::RecommendAnswer& answer, double price) {
  constexpr double tolerance = 1e-4;
  return answer.most_price && price >= *answer.most_price * (1 - tolerance);
}

std::string interval_text(const Candidate& one) {
  return range_text({one.rate_low, one.rate_high});
}

}  // namespace

std::string why_text(const answers::RecommendAnswer& answer, const answers::Choice& choice,
                     const Context& context) {
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

std::string flip_text(const answers::RecommendAnswer& answer, const answers::Choice& choice,
                      const Context& context) {
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

std::string left_out_text(const answers::CardsLeftOut& left_out, bool is_training,
                          const Context& context) {
  const auto sentence = [&](const char* key, const std::vector<const catalog::Gpu*>& cards) {
    return cards.empty() ? "" : paragraph({key, {{"names", join(gpu_ids(cards), ", ")}}}, context);
  };
  return (is_training ? no_training_text(left_out.without_forecast, context)
                      : sentence("serve.without_unknown_card", left_out.without_forecast)) +
         sentence("recommend.without_support", left_out.not_known_to_run);
}

std::string nearest_text(const answers::RecommendAnswer& answer, const Context& context) {
  if (answer.nearest == nullptr) return "";
  const answers::Detail& detail = answer.detail(*answer.nearest);
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
