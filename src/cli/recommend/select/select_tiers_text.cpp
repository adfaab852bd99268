// SPDX-License-Identifier: MIT
// select --budget-tier on a terminal: a table of each tier, its prices and use cases.

#include <fmt/format.h>

#include <algorithm>

#include "advisor/training/adapter_support.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/recommend/recommend_text.h"
#include "cli/recommend/select/select.h"
#include "cli/recommend/select/select_rows.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using report::Align;
using report::Table;

std::string price_range(const answers::Tier& tier, const Context& context) {
  if (tier.from <= 0) return context.text({"select.tier_under", {{"to", money(tier.to)}}});
  if (tier.to <= 0) return context.text({"select.tier_over", {{"from", money(tier.from)}}});
  return "$" + money(tier.from) + "-" + money(tier.to);
}

// A heading with the network, and its choices.
std::string work_text(const answers::TierWork& work, bool is_training, RowMarks& marks,
                      const Context& context) {
  if (!work.found) return paragraph(work.nothing, context) + "\n";
  Table table{
      {{context.text("recommend.column_take")},
       {context.text("recommend.column_type")},
       {"$", Align::right},
       {context.text("recommend.column_rate"), Align::right},
       {context.text(is_training ? "select.column_time" : "serve.column_users"), Align::right}},
      {}};
  const answers::RecommendAnswer& answer = work.found->answer();
  for (const answers::Choice& choice : answer.best) {
    const Candidate& one = *choice.candidate;
    const answers::Detail& detail = answer.detail(one);
    const double tokens = answer.request.train_tokens.value_or(0);
    table.rows.push_back({fmt::format("{} x {}", one.gpus, one.gpu->id), marks.type(answer, one),
                          marks.price(answer, one), rate_text(one.rate),
                          is_training
                              ? long_time(tokens / one.rate)
                              : marks.limited(answer, one, {answers::Limit::first_token},
                                              advisor::whole_text(answers::users_served(detail)))});
    table.rows.push_back({"", "", "", dash_range(rate_text(one.rate_low), rate_text(one.rate_high)),
                          is_training ? marks.limited(answer, one, {answers::Limit::deadline},
                                                      time_range(tokens, one))
                                      : ""});
  }
  const char* task = is_training ? "recommend.task_training" : "recommend.task_inference";
  return context.text({"select.tier_work", {{"task", context.text(task)}, {"model", work.model}}}) +
         "\n\n" + report::to_terminal(table, text_width()) + "\n";
}

std::string uses_text(const answers::TierAnswer& answer, const Context& context) {
  std::vector<std::string> parts;
  if (answer.training.found)
    parts.push_back(context.text({"select.use_train", {{"model", answer.training.model}}}));
  if (!answer.adapted.empty())
    parts.push_back(context.text(
        {"select.use_adapt", {{"model", answer.adapted}, {"gpu", answer.adapting->id}}}));
  if (answer.inference.found)
    parts.push_back(context.text({"select.use_serve", {{"model", answer.inference.model}}}));
  std::vector<std::string> suits;
  for (const advisor::Suit suit : answer.suits)
    suits.push_back(context.text("cli.suits_" + std::string(advisor::to_text(suit))));
  std::string text = paragraph({"select.uses",
                                {{"uses", join(parts, context.text("select.list_semicolon"))},
                                 {"suits", join(suits, context.text("recommend.list_comma"))}}},
                               context);
  if (!answer.adapted.empty()) text += release_note(*answer.adapting, context);
  return text;
}

std::string tier_text(const answers::TierAnswer& answer, bool is_explained, RowMarks& marks,
                      const Context& context) {
  const std::string tables = work_text(answer.training, true, marks, context) +
                             work_text(answer.inference, false, marks, context);
  std::string explained;
  for (const answers::TierWork* work : {&answer.training, &answer.inference})
    if (is_explained && work->found)
      explained += "\n" + work->model + "\n\n" + explained_ranks(work->found->answer(), context);
  return price_range(*answer.tier, context) + "\n\n" + tables + uses_text(answer, context) +
         explained;
}

}  // namespace

std::string tiers_text(const answers::TiersAnswer& answer, bool is_explained,
                       const Context& context) {
  std::string text;
  RowMarks marks;
  for (const answers::TierAnswer& tier : answer.tiers)
    text += tier_text(tier, is_explained, marks, context) + "\n";
  return text + marks.notes(context) + marks.bought_prices(context) +
         paragraph({"select.tiers_note",
                    {{"deadline", answer.deadline},
                     {"gpus", std::to_string(answers::gpus_of_tier)},
                     {"users", advisor::whole_text(answers::least_tier_users)}}},
                   context);
}

std::string release_note(const catalog::Gpu& gpu, const Context& context) {
  const std::string release(advisor::bitsandbytes_release(gpu).value_or(""));
  if (release.empty()) return "";
  return paragraph({"select.qlora_release", {{"gpu", gpu.id}, {"release", release}}}, context);
}

}  // namespace wgf::cli
