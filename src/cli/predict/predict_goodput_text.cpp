// SPDX-License-Identifier: MIT
// predict --goodput as tables, sentences and JSON.

#include <fmt/format.h>

#include <cmath>

#include "answers/json/forecast_json.h"
#include "answers/json/json_values.h"
#include "answers/training/predict_goodput.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/predict/predict_goodput_text.h"
#include "cli/terminal.h"
#include "cli/words/offer_words.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;

std::string time_or_never(Seconds time, const Context& context) {
  return std::isinf(time.value) ? context.text("goodput.never") : long_time(time.value);
}

std::string ends_text(const answers::GoodputAnswer& answer, const Context& context) {
  report::Table table{{{context.text("goodput.column_run")},
                       {context.text("goodput.column_time"), Align::right},
                       {context.text("goodput.column_cost"), Align::right}},
                      {}};
  const auto add = [&](const char* key, Seconds time) {
    const bool is_priced = answer.usd_per_second > 0 && !std::isinf(time.value);
    table.rows.push_back({context.text(std::string("goodput.row_") + key),
                          time_or_never(time, context),
                          is_priced ? "$" + money(time.value * answer.usd_per_second) : "-"});
  };
  add("work", answer.work);
  add("expected", answer.run->run.expected);
  add("p50", answer.run->p50);
  add("p90", answer.run->p90);
  return report::to_terminal(table, text_width());
}

std::string parts_text(const answers::GoodputAnswer& answer, const Context& context) {
  const advisor::RunTime& run = answer.run->run;
  if (std::isinf(run.expected.value)) return "";
  report::Table table{{{context.text("goodput.column_part")},
                       {context.text("goodput.column_time"), Align::right},
                       {context.text("goodput.column_share"), Align::right}},
                      {}};
  for (const auto& [key, time] : {std::pair("steps", answer.work),
                                  {"checkpoints", run.checkpoints},
                                  {"repeated", run.repeated},
                                  {"restarts", run.restarts}})
    table.rows.push_back({context.text(std::string("goodput.part_") + key), long_time(time.value),
                          fmt::format("{:.1f} %", 100 * time.value / run.expected.value)});
  return report::to_terminal(table, text_width()) + "\n";
}

std::string failures_text(const answers::GoodputAnswer& answer, const Context& context) {
  if (answer.given_gpu_hours)
    return paragraph(
        {"goodput.given_mtbf", {{"hours", plain_number(answer.given_gpu_hours->value)}}}, context);
  if (answer.failures.gpu_hours.empty())
    return paragraph({"goodput.no_failures_known", {}}, context);
  std::vector<std::string> hours;
  for (const Hours one : answer.failures.gpu_hours) hours.push_back(plain_number(one.value));
  return paragraph({answer.failures.is_own_generation ? "goodput.failures_of_generation"
                                                      : "goodput.failures_of_all",
                    {{"hours", join(hours, "; ")}}},
                   context);
}

std::string spot_text(const answers::GoodputAnswer& answer, const Context& context) {
  if (!answer.wants_spot) return "";
  if (!answer.spot) return paragraph({"goodput.no_spot_offer", {}}, context);
  const catalog::Offer& offer = *answer.spot->offer->offer;
  const std::string usd = fmt::format("{:.2f}", answer.spot->offer->per_gpu.value);
  const auto& rate = answer.spot->rate;
  if (!rate)
    return paragraph(
        {"goodput.spot_unknown", {{"provider", printable(offer.provider)}, {"usd", usd}}}, context);
  constexpr double thousand = 1000;
  const std::string low = plain_number(thousand * rate->per_hour_low),
                    high = plain_number(thousand * rate->per_hour_high);
  const std::string times =
      low == high ? low : context.text({"goodput.spot_times", {{"low", low}, {"high", high}}});
  return paragraph({rate->is_open ? "goodput.spot_open" : "goodput.spot",
                    {{"provider", printable(offer.provider)},
                     {"usd", usd},
                     {"date", age_text(*answer.spot->offer, context)},
                     {"machines", plain_number(answer.spot->machines)},
                     {"times", times},
                     {"source", printable(rate->source)},
                     {"read", rate->date.empty() ? context.text("goodput.undated") : rate->date}}},
                   context);
}

std::string offer_words(const advisor::PricedOffer& offer) {
  return fmt::format("${:.2f} ({})", offer.per_gpu.value, printable(offer.offer->provider));
}

// Machines that are taken back for no less than others: nothing is saved whatever the run takes.
std::string dearer_text(const answers::GoodputAnswer& answer, const Context& context) {
  const bool is_dearer = answer.spot && answer.on_demand != nullptr &&
                         answer.on_demand->per_gpu <= answer.spot->offer->per_gpu;
  if (!is_dearer) return "";
  return paragraph(
      {"goodput.spot_dearer",
       {{"spot", offer_words(*answer.spot->offer)}, {"offer", offer_words(*answer.on_demand)}}},
      context);
}

// What else could be rented: spot machines whose loss nobody states, and machines on demand.
std::string beside_spot_text(const answers::GoodputAnswer& answer, const Context& context) {
  std::string text;
  if (answer.spot && answer.spot->cheapest->per_gpu < answer.spot->offer->per_gpu)
    text += paragraph({"goodput.spot_cheapest", {{"offer", offer_words(*answer.spot->cheapest)}}},
                      context);
  text += dearer_text(answer, context);
  if (answer.on_demand == nullptr || !answer.on_demand_usd) return text;
  const bool is_compared = answer.usd_per_second > 0 && answer.run;
  const bool is_cheaper =
      is_compared && *answer.on_demand_usd < answer.run->run.expected.value * answer.usd_per_second;
  return text + paragraph({is_cheaper ? "goodput.on_demand_cheaper" : "goodput.on_demand",
                           {{"offer", offer_words(*answer.on_demand)},
                            {"usd", money(*answer.on_demand_usd)}}},
                          context);
}

std::string rent_text(const answers::GoodputAnswer& answer, int gpus, const Context& context) {
  if (answer.wants_spot) return beside_spot_text(answer, context);
  if (answer.offer == nullptr) return paragraph({"goodput.no_rent", {}}, context);
  return paragraph({"goodput.rent",
                    {{"usd", fmt::format("{:.2f}", answer.offer->per_gpu.value)},
                     {"provider", printable(answer.offer->offer->provider)},
                     {"date", age_text(*answer.offer, context)}}},
                   context) +
         machines_note(*answer.rent, gpus, context);
}

std::string settings_text(const answers::GoodputAnswer& answer, const Context& context) {
  const advisor::Goodput& run = *answer.run;
  const bool is_never = std::isinf(run.run.expected.value);
  const bool is_one = run.interval + answer.checkpoint >= run.run.least;
  return paragraph({is_never ? "goodput.never_ends" : "goodput.stops",
                    {{"stops", format_number(run.run.interruptions, 2)},
                     {"share", fmt::format("{:.1f} %", 100 * run.share)}}},
                   context) +
         paragraph({is_one ? "goodput.one_checkpoint" : "goodput.checkpoints",
                    {{"interval", long_time(run.interval.value)},
                     {"checkpoint", long_time(answer.checkpoint.value)},
                     {"restart", long_time(answer.restart.value)}}},
                   context);
}

}  // namespace

std::string goodput_text(const answers::GoodputAnswer& answer, int gpus, bool does_fit,
                         const Context& context) {
  std::string text =
      paragraph({answer.are_tokens_usual ? "goodput.title_usual" : "goodput.title",
                 {{"tokens", advisor::whole_text(answer.tokens)}, {"gpus", std::to_string(gpus)}}},
                context) +
      (does_fit ? "" : paragraph({"goodput.does_not_fit", {}}, context)) + "\n";
  if (!answer.run)
    return text + paragraph({"goodput.unknown", {}}, context) + spot_text(answer, context) +
           dearer_text(answer, context);
  text += ends_text(answer, context) + "\n" + parts_text(answer, context);
  return text + settings_text(answer, context) + failures_text(answer, context) +
         spot_text(answer, context) + rent_text(answer, gpus, context);
}

}  // namespace wgf::cli
