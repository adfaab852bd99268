// SPDX-License-Identifier: MIT
// The sentences of recommend: why this one, from what price on another, what is nearest.

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
using advisor::PriceFlip;

// Of a price at which the order changes, with digits enough to tell it from today's.
std::string flip_price_text(const answers::RecommendAnswer& answer, double price, double today) {
  const std::string text = price_text(answer, price);
  if (answer.request.is_bought() || text != price_text(answer, today)) return text;
  constexpr int digits = 6;
  return format_number(price, digits) + " $/h";
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
