// SPDX-License-Identifier: MIT
// What recommend says of one choice: where it is had, what it does, what may go wrong.

#include <fmt/format.h>

#include "answers/own/tco_answer.h"
#include "answers/recommend/recommend_answer.h"
#include "answers/service/service_figures.h"
#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/recommend/recommend_text.h"
#include "cli/terminal.h"
#include "cli/words/gpu_market.h"
#include "cli/words/purchase_notes.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;

constexpr double bits_per_byte = 8;

std::string provider_text(const advisor::PricedOffer& offer, const Context& context) {
  const std::string name = printable(offer.offer->provider);
  if (offer.kind != advisor::RentalKind::spot) return name;
  return context.text({"recommend.spot_of", {{"provider", name}}});
}

// The cheapest price may be an old one: what a fresh one is, where there is one.
std::string fresh_text(const answers::Detail& detail, const Context& context) {
  if (detail.fresh == nullptr || detail.fresh == detail.offer) return "";
  return " " + context.text({"recommend.fresh_price",
                             {{"price", money(detail.fresh->price().value * detail.machines)},
                              {"provider", provider_text(*detail.fresh, context)},
                              {"date", age_text(*detail.fresh, context)}}});
}

// "99.4 ms (69 ms to 180 ms)"
std::string ranged_time(Seconds time, const Interval& range, const Context& context) {
  return context.text({"recommend.time_range",
                       {{"time", format_duration(time)},
                        {"low", format_duration(Seconds(range.low))},
                        {"high", format_duration(Seconds(range.high))}}});
}

// The limits that lie below the upper end of the forecast's interval.
std::string risk_of_limits_text(const answers::RecommendAnswer& answer, const Candidate& one,
                                const Context& context) {
  const answers::RecommendRequest& request = answer.request;
  std::vector<std::string> limits;
  for (const answers::Limit limit : limits_at_risk(answer, one)) {
    if (limit == answers::Limit::first_token)
      limits.push_back("TTFT " + format_duration(*request.first_token));
    if (limit == answers::Limit::next_token)
      limits.push_back("TPOT " + format_duration(*request.next_token));
    if (limit == answers::Limit::deadline) limits.push_back(long_time(request.deadline->value));
    if (limit == answers::Limit::rate)
      limits.push_back(rate_text(request.least_rate()) + " " +
                       context.text("recommend.column_rate"));
  }
  if (limits.empty()) return "";
  const char* key = limits.size() > 1 ? "recommend.may_miss_several" : "recommend.may_miss";
  const std::string listed = join(limits, context.text("recommend.list_comma"));
  return " " + context.text({key, {{"limits", listed}}});
}

std::string service_layout(const answers::Detail& detail) {
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

std::string service_text(const answers::Detail& detail, const Context& context) {
  const advisor::ServingForecast& forecast = detail.service->forecast;
  return context.text(
      {"recommend.service",
       {{"layout", service_layout(detail)},
        {"ttft", ranged_time(forecast.ttft, forecast.ttft_interval, context)},
        {"tpot", ranged_time(forecast.tpot, forecast.tpot_interval, context)},
        {"users", advisor::whole_text(detail.service->one.concurrency * detail.machines)}}});
}

std::string training_text(const answers::RecommendAnswer& answer, const Candidate& one,
                          const Context& context) {
  const answers::Detail& detail = answer.detail(one);
  std::string text =
      context.text({"recommend.training",
                    {{"layout", answers::short_layout(detail.training->one)},
                     {"batch", advisor::whole_text(detail.training->one.work.batch)},
                     {"software", answers::software_name(detail.training->one.software)}}});
  const advisor::Recompute recompute = detail.training->one.work.recompute;
  if (recompute != advisor::Recompute::none)
    text +=
        " " + context.text({"recommend.recompute", {{"how", recompute_text(recompute, context)}}});
  if (const auto network = assumed_network(detail))
    text += " " + context.text({"recommend.network",
                                {{"speed", plain_number(network->value / giga)},
                                 {"bits", plain_number(network->value / giga * bits_per_byte)}}});
  if (!answer.request.train_tokens) return text;
  const double tokens = *answer.request.train_tokens, seconds = tokens / one.rate;
  return text + context.text({"recommend.run_time",
                              {{"time", long_time(seconds)},
                               {"low", long_time_as(seconds, tokens / one.rate_high)},
                               {"high", long_time_as(seconds, tokens / one.rate_low)}}});
}

std::string speed_text(const answers::RecommendAnswer& answer, const Candidate& one,
                       const Context& context) {
  const answers::Detail& detail = answer.detail(one);
  const std::string text =
      detail.service ? service_text(detail, context) : training_text(answer, one, context);
  return text + risk_of_limits_text(answer, one, context);
}

// What interruptions take of it.
std::string risk_text(const answers::RecommendAnswer& answer, std::size_t place,
                      const Context& context) {
  const Candidate& one = *answer.best[place].candidate;
  const answers::Detail& detail = answer.detail(one);
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
  const std::string text =
      " " + (detail.kept.value == 1
                 ? context.text("recommend.spot_unknown")
                 : context.text({"recommend.spot_unknown_failures", {{"lost", lost}}}));
  if (place > 0 || !answer.loss_to_lose) return text;
  return text + " " +
         context.text(
             {"recommend.spot_unknown_first", {{"lost", percent_text(*answer.loss_to_lose)}}});
}

std::string scaling_text(const answers::RecommendAnswer& answer, const answers::Choice& choice,
                         const Context& context) {
  if (!choice.scaling) return "";
  const std::string percent = percent_text(choice.scaling->efficiency);
  // One GPU alone holds the network, but few of the requests in flight: its rate is a poor base.
  constexpr double shown_as_more = 1.005;
  const bool is_beyond_base =
      answer.detail(*choice.candidate).service && choice.scaling->efficiency >= shown_as_more;
  if (choice.scaling->base == 1 && !is_beyond_base)
    return " " + context.text({"recommend.scaling", {{"percent", percent}}});
  return " " +
         context.text({"recommend.scaling_of",
                       {{"percent", percent}, {"gpus", std::to_string(choice.scaling->base)}}});
}

}  // namespace

std::string where_text(const answers::RecommendAnswer& answer, const Candidate& one,
                       const Context& context) {
  const answers::Detail& detail = answer.detail(one);
  if (detail.offer == nullptr)
    return context.text({"recommend.bought",
                         {{"price", money_range(detail.purchase->price)},
                          {"basis", price_basis_text(*detail.purchase, answer.today, context)}}});
  std::string machine = fmt::format("{} x {}", detail.gpus_each, one.gpu->id);
  if (detail.machines > 1)
    machine = context.text({"recommend.machines",
                            {{"machines", std::to_string(detail.machines)}, {"machine", machine}}});
  // Spot machines of each provider are a choice of their own.
  const bool is_spot = detail.offer->kind == advisor::RentalKind::spot;
  const char* only = is_spot ? "recommend.rented_spot_only" : "recommend.rented_only";
  const char* several = is_spot ? "recommend.rented_spot" : "recommend.rented";
  return context.text({detail.offers == 1 ? only : several,
                       {{"machine", machine},
                        {"provider", provider_text(*detail.offer, context)},
                        {"date", age_text(*detail.offer, context)},
                        {"offers", std::to_string(detail.offers)}}}) +
         fresh_text(detail, context);
}

namespace {

// Chinese sentences follow each other without a blank.
std::string joined_sentences(std::string text, const Context& context) {
  if (context.language != messages::Language::chinese) return text;
  const std::string stop = "。";
  for (std::size_t at = text.find(stop + " "); at != std::string::npos;
       at = text.find(stop + " ", at))
    text.erase(at + stop.size(), 1);
  return text;
}

}  // namespace

std::string choice_text(const answers::RecommendAnswer& answer, std::size_t place,
                        const Context& context) {
  const answers::Choice& choice = answer.best[place];
  const Candidate& one = *choice.candidate;
  constexpr std::size_t indent = 3;
  std::string text = std::to_string(place + 1) + ". " + where_text(answer, one, context) + " " +
                     speed_text(answer, one, context);
  text += risk_text(answer, place, context) + scaling_text(answer, choice, context);
  text +=
      " " + why_text(answer, choice, context.language) + " " + flip_text(answer, choice, context);
  return wrapped(joined_sentences(text, context), text_width(), indent) + "\n";
}

}  // namespace wgf::cli
