// SPDX-License-Identifier: MIT
// predict of several cards side by side.

#include <algorithm>
#include <map>

#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/predict/predict_cells.h"
#include "cli/predict/predict_text.h"
#include "cli/terminal.h"
#include "cli/words/training_explain.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

std::string shared_notes(const answers::PredictRequest& request, const Context& context) {
  return assumed_note(*request.network.network, context) + scale_note(request.gpus, context);
}

std::string card_range(const answers::PredictRequest& request, const answers::Prediction& one) {
  const bool is_measured = one.basis.familiarity == advisor::Familiarity::card;
  return (is_measured ? "" : "* ") + rate_range(request, one);
}

Table cards_table(const answers::PredictRequest& request,
                  const std::vector<answers::Prediction>& rows, const Context& context) {
  Table table{{{context.text("report.column_gpu")},
               {rate_unit(request, context), Align::right},
               {context.text("predict.column_interval"), Align::right}},
              {}};
  if (request.tokens) {
    table.columns.push_back(number_column("run", context));
    table.columns.push_back({"$", Align::right});
  } else {
    table.columns.push_back({"MFU", Align::right});
  }
  table.columns.push_back({"GB", Align::right});
  table.columns.push_back({context.text("footprint.column_fits")});
  if (!request.tokens) table.columns.push_back({context.text("predict.column_layout")});
  for (const answers::Prediction& one : rows) {
    std::vector<std::string> cells{one.forecast.gpu->id,
                                   rate_text(shown_rate(request, one.forecast)),
                                   card_range(request, one)};
    if (const auto run = run_cost(request, one)) {
      cells.push_back(long_time(run->seconds));
      cells.push_back(run->usd ? money(*run->usd) : "-");
    } else {
      cells.push_back(one.forecast.peak > 0 ? mfu_text(one.forecast.utilisation()) : "-");
    }
    cells.push_back(gb_text(one.forecast.memory.total()));
    cells.push_back(fits_word(one, context));
    if (!request.tokens) cells.push_back(answers::short_layout(one.forecast.one));
    table.rows.push_back(std::move(cells));
  }
  report::wrap_columns(table, text_width(), {{0, 14}, {table.columns.size() - 1, 6}});
  return table;
}

// Of cards side by side, which each have the software that serves them best.
std::string software_note(const std::vector<answers::Prediction>& rows, const Context& context) {
  std::map<std::string, std::vector<std::string>> cards;
  for (const answers::Prediction& one : rows)
    cards[answers::software_name(one.forecast.one.software)].push_back(one.forecast.gpu->id);
  if (cards.size() == 1)
    return paragraph({"predict.cards_software", {{"software", cards.begin()->first}}}, context);
  const auto most = std::max_element(cards.begin(), cards.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  std::string text =
      paragraph({"predict.cards_software_most", {{"software", most->first}}}, context);
  for (const auto& [software, gpus] : cards)
    if (software != most->first)
      text += paragraph(
          {"predict.cards_software_of", {{"software", software}, {"gpus", join(gpus, ", ")}}},
          context);
  return text;
}

// What is assumed between the machines of cards of which so many take several.
std::string networks_text(const answers::PredictRequest& request,
                          const std::vector<answers::Prediction>& rows, const Context& context) {
  std::vector<double> networks;
  for (const answers::Prediction& one : rows)
    if (request.gpus > one.forecast.node.gpus)
      networks.push_back(one.forecast.node.network.value / giga);
  if (networks.empty()) return "";
  const auto [low, high] = std::minmax_element(networks.begin(), networks.end());
  return paragraph({*low == *high ? "predict.network_of_all" : "predict.networks_assumed",
                    {{"low", format_number(*low, 3)}, {"high", format_number(*high, 3)}}},
                   context);
}

std::string rents_text(const std::vector<answers::Prediction>& rows, const Context& context) {
  std::string text = paragraph({"predict.cards_rent_note", {}}, context);
  std::vector<std::string> smaller;
  for (const answers::Prediction& one : rows)
    if (one.rent && !one.rent->does_hold) smaller.push_back(one.forecast.gpu->id);
  if (smaller.empty()) return text;
  return text + paragraph({"predict.cards_smaller", {{"gpus", join(smaller, ", ")}}}, context);
}

}  // namespace

std::string cards_text(const answers::PredictRequest& request,
                       const std::vector<answers::Prediction>& rows,
                       const std::vector<const catalog::Gpu*>& unknown, const Context& context) {
  std::string text = predict_title(request, std::string(request.precisions[0].name),
                                   context.text("predict.each_card"), request.gpus, context) +
                     "\n" + report::to_terminal(cards_table(request, rows, context), text_width()) +
                     "\n" + paragraph({"predict.cards_note", {}}, context) +
                     tight_note(rows, context);
  text += nothing_shared_note(request, rows, context);
  if (!rows.empty()) text += software_note(rows, context);
  if (request.given.global_batch && !rows.empty())
    text += large_step_note(request, rows.front().forecast.one, context);
  if (request.tokens) text += rents_text(rows, context);
  text += no_training_text(unknown, context);
  std::vector<const catalog::Gpu*> cards;
  for (const answers::Prediction& one : rows) cards.push_back(one.forecast.gpu);
  return text + other_types_text(cards, request.precisions[0].name, context) +
         networks_text(request, rows, context) + shared_notes(request, context) +
         explain_rows(request, gpu_ids(cards), rows, context);
}

}  // namespace wgf::cli
