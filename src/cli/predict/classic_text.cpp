// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "answers/training/classic_answer.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/predict/classic_text.h"
#include "cli/predict/predict_text.h"
#include "cli/terminal.h"
#include "cli/words/figures_table.h"
#include "cli/words/side_by_side.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::ClassicPart;
using report::Align;
using report::Table;

// As other forecasts count them, where they do.
std::string unit_text(advisor::ClassicNetwork network, const Context& context) {
  const std::string_view unit = unit_of(network);
  if (unit == "images/s") return context.text("predict.column_images");
  return unit == "tokens/s" ? context.text("predict.column_tokens") : std::string(unit);
}

std::string rate_cells(const answers::ClassicForecast& one) {
  return range_text(one.interval(one.rate()));
}

std::string precision_text(const answers::ClassicForecast& one, const Context& context) {
  if (one.products() == one.precision) return one.precision;
  return context.text(
      {"predict.classic_products", {{"precision", one.precision}, {"products", one.products()}}});
}

std::string title(const answers::ClassicRequest& request, const std::string& precision,
                  const std::string& gpu, int gpus, const Context& context) {
  return paragraph({"predict.classic_title",
                    {{"model", request.name},
                     {"precision", precision},
                     {"gpus", std::to_string(gpus)},
                     {"gpu", gpu}}},
                   context) +
         paragraph({"predict.classic_setting", {}}, context) + "\n";
}

void add_memory(const answers::ClassicBatch& batch, FiguresTable& figures, const Context& context) {
  if (!batch.memory) return;
  const double total = batch.memory->total(), half = batch.memory->half_width();
  figures.add(
      context.text({"predict.classic_memory_of", {{"samples", advisor::whole_text(batch.batch)}}}),
      gb_text(total) + " GB",
      context.text({"predict.interval",
                    {{"low", gb_text(std::max(0.0, total - half))},
                     {"high", gb_text(total + half) + " GB"}}}));
}

std::string figures_text(const answers::ClassicRequest& request,
                         const answers::ClassicForecast& one, const Context& context) {
  FiguresTable figures(context);
  const std::string unit = unit_text(request.network, context);
  const auto add = [&](const std::string& name, double rate) {
    figures.add(name, rate_text(rate), interval_text(one.interval(rate), context));
  };
  add(unit, one.rate());
  if (one.one.gpus > 1)
    add(context.text({"predict.classic_of_one_gpu", {{"unit", unit}}}), one.rate() / one.one.gpus);
  for (const answers::ClassicBatch& batch : one.memory.batches) {
    add_memory(batch, figures, context);
    if (batch.step != answers::ClassicBatch::Step::known) continue;
    const double samples = batch.batch * one.one.gpus;
    const Interval range = one.interval(one.rate());
    const auto time = [&](double rate) { return format_duration(Seconds(samples / rate)); };
    figures.add(
        context.text({"predict.classic_step", {{"samples", advisor::whole_text(samples)}}}),
        time(one.rate()),
        context.text({"predict.interval", {{"low", time(range.high)}, {"high", time(range.low)}}}));
  }
  if (one.memory.largest)
    figures.add(context.text("predict.classic_largest"), advisor::whole_text(*one.memory.largest),
                "");
  return figures.text() + "\n";
}

std::string batches_of(const answers::ClassicForecast& one, answers::ClassicBatch::Step step) {
  std::vector<std::string> batches;
  for (const answers::ClassicBatch& batch : one.memory.batches)
    if (batch.step == step) batches.push_back(advisor::whole_text(batch.batch));
  return join(batches, ", ");
}

// Why a batch has no step, and which of the others run out of memory too often.
std::string batches_text(const answers::ClassicForecast& one, const Context& context) {
  std::string text;
  const std::string largest = one.memory.largest ? advisor::whole_text(*one.memory.largest) : "";
  const std::string usable = gb_text(static_cast<double>(one.memory.usable.value));
  for (const auto& [step, key] :
       {std::pair(answers::ClassicBatch::Step::too_large, "predict.classic_too_large"),
        {answers::ClassicBatch::Step::far_below, "predict.classic_far_below"},
        {answers::ClassicBatch::Step::unknown, "predict.classic_full_unknown"}})
    if (const std::string batches = batches_of(one, step); !batches.empty())
      text += paragraph({key,
                         {{"batches", batches},
                          {"gpu", one.gpu->id},
                          {"largest", largest},
                          {"usable", usable},
                          {"percent", percent_text(answers::least_filled)},
                          {"model", std::string(to_text(one.one.network))}}},
                        context);
  for (const answers::ClassicBatch& batch : one.memory.batches) {
    if (batch.step != answers::ClassicBatch::Step::known ||
        advisor::fits_likely(*batch.memory, one.memory.usable))
      continue;
    const double risk = advisor::out_of_memory_risk(*batch.memory, one.memory.usable);
    text += paragraph({"predict.classic_tight",
                       {{"batch", advisor::whole_text(batch.batch)}, {"risk", open_percent(risk)}}},
                      context);
  }
  if (!batches_of(one, answers::ClassicBatch::Step::known).empty())
    text += paragraph({"predict.classic_batch", {}}, context);
  return text;
}

std::string parts_text(const answers::ClassicForecast& one, bool is_explained,
                       const Context& context) {
  Table table{{{context.text("predict.classic_part")},
               {context.text("predict.column_time"), Align::right},
               {context.text("predict.column_share"), Align::right}},
              {}};
  if (is_explained) table.columns.push_back({context.text("predict.column_meaning")});
  for (int i = 0; i < advisor::classic_part_count; ++i) {
    const auto part = static_cast<ClassicPart>(i);
    const double seconds = one.time.seconds[static_cast<std::size_t>(i)];
    if (seconds <= 0) continue;
    const std::string name(to_text(part));
    std::vector<std::string> row{context.text("predict.classic_" + name),
                                 format_duration(Seconds(seconds)),
                                 percent_text(seconds / one.time.total())};
    if (is_explained) row.push_back(context.text("predict.classic_meaning_" + name));
    table.rows.push_back(std::move(row));
  }
  return report::to_terminal(table, text_width()) + "\n";
}

// Of ResNet-50 in 16 bits the layout of the images decides: others publish more of the same
// scripts.
std::string layout_paragraph(const answers::ClassicRequest& request,
                             const std::vector<answers::ClassicForecast>& rows,
                             const Context& context) {
  const bool is_mixed =
      std::any_of(rows.begin(), rows.end(),
                  [](const answers::ClassicForecast& one) { return one.one.is_mixed; });
  if (request.network != advisor::ClassicNetwork::resnet50 || !is_mixed) return "";
  return paragraph({"predict.classic_resnet50", {}}, context);
}

// The card's rates beside those of the A100 that each network's rate is of.
std::string rates_text(const answers::ClassicRequest& request, const answers::ClassicForecast& one,
                       const Context& context) {
  const bool is_mixed = one.one.is_mixed;
  const auto card = *advisor::classic_card(*one.gpu, is_mixed);
  const auto a100 = advisor::classic_reference(is_mixed);
  const advisor::FittedClassic& fitted = advisor::fitted_classic();
  const auto network = static_cast<std::size_t>(request.network);
  const auto pair = [](double value, double of_a100, double unit) {
    return format_number(value / unit, 3) + " / " + format_number(of_a100 / unit, 3);
  };
  return paragraph({"predict.classic_rates",
                    {{"gpu", one.gpu->id},
                     {"tensor", pair(card.tensor.value, a100.tensor.value, tera)},
                     {"vector", pair(card.vector.value, a100.vector.value, tera)},
                     {"memory", pair(card.memory.value, a100.memory.value, giga)},
                     {"gb", pair(card.memory_gb, a100.memory_gb, 1)},
                     {"rate", rate_text(std::exp(fitted.coefficients.rate[is_mixed][network]))},
                     {"unit", unit_text(request.network, context)}}},
                   context) +
         paragraph({"predict.classic_fitted",
                    {{"date", fitted.fitted_on},
                     {"spread", fmt::format("{:.3f}", spread_of(one.one, fitted))}}},
                   context) +
         sources_text(one.basis, context);
}

std::string published_text(const answers::ClassicForecast& one) {
  if (!one.published) return "-";
  const std::string slowest = rate_text(one.published->low),
                    fastest = rate_text(one.published->high);
  return slowest == fastest ? slowest : slowest + " … " + fastest;
}

// What was published of the very case, which its card's other rates may not lead to.
std::string published_paragraph(const answers::ClassicForecast& one, const Context& context) {
  if (!one.published) return "";
  return paragraph({one.is_published_outside() ? "predict.classic_published_outside"
                                               : "predict.classic_published",
                    {{"type", one.published_type()},
                     {"rates", published_text(one)},
                     {"unit", unit_text(one.one.network, context)},
                     {"rows", std::to_string(one.published->rows)}}},
                   context);
}

std::string basis_paragraph(const answers::ClassicForecast& one, const Context& context) {
  return paragraph({"predict.classic_basis_" + std::string(to_text(one.basis.familiarity)),
                    {{"gpu", one.gpu->id},
                     {"rows", std::to_string(one.basis.rows)},
                     {"generation", one.gpu->architecture},
                     {"sources", named_sources(one.basis, 3)}}},
                   context);
}

// What names a row among the others.
std::string row_name(const answers::ClassicRequest& request, const answers::ClassicForecast& one) {
  if (request.shape == answers::PredictShape::scaling) return std::to_string(one.one.gpus);
  return request.shape == answers::PredictShape::precisions ? one.precision : one.gpu->id;
}

bool has_published(const std::vector<answers::ClassicForecast>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const answers::ClassicForecast& one) { return one.published.has_value(); });
}

// Of the column of published rates: what it is of, and where it counts more than the forecast.
std::string published_notes(const answers::ClassicRequest& request,
                            const std::vector<answers::ClassicForecast>& rows,
                            const Context& context) {
  if (!has_published(rows)) return "";
  std::vector<std::string> outside;
  for (const answers::ClassicForecast& one : rows)
    if (one.is_published_outside()) outside.push_back(row_name(request, one));
  std::string text = paragraph({"predict.classic_published_column", {}}, context);
  if (!outside.empty())
    text += paragraph({"predict.classic_published_rows", {{"rows", join(outside, ", ")}}}, context);
  return text;
}

Table comparison(const answers::ClassicRequest& request,
                 const std::vector<answers::ClassicForecast>& rows, const Context& context) {
  const bool is_scaling = request.shape == answers::PredictShape::scaling,
             are_precisions = request.shape == answers::PredictShape::precisions;
  const std::string unit = unit_text(request.network, context);
  Table table{{is_scaling ? report::Column{context.text("predict.classic_gpus"), Align::right}
                          : report::Column{context.text(are_precisions ? "predict.column_precision"
                                                                       : "report.column_gpu")},
               {unit, Align::right},
               {context.text("predict.column_interval"), Align::right},
               {context.text(is_scaling ? "predict.column_efficiency" : "predict.column_speed"),
                Align::right}},
              {}};
  const bool has_largest = rows.front().memory.largest.has_value();
  if (has_largest) table.columns.push_back({context.text("predict.column_largest"), Align::right});
  const bool are_published = has_published(rows);
  if (are_published)
    table.columns.push_back({context.text("predict.column_published"), Align::right});
  const answers::ClassicForecast& base = rows.front();
  for (const answers::ClassicForecast& one : rows) {
    const bool is_seen = one.basis.familiarity == advisor::Familiarity::card;
    const double ratio = one.rate() / base.rate();
    table.rows.push_back(
        {is_scaling       ? std::to_string(one.one.gpus)
         : are_precisions ? precision_text(one, context)
                          : one.gpu->id,
         rate_text(one.rate()), (is_seen ? "" : "* ") + rate_cells(one),
         is_scaling ? percent_text(ratio / one.one.gpus) : fmt::format("{:.2f}x", ratio)});
    if (has_largest) table.rows.back().push_back(advisor::whole_text(*one.memory.largest));
    if (are_published) table.rows.back().push_back(published_text(one));
  }
  report::wrap_columns(table, text_width(), {{0, 14}});
  return table;
}

// The terms of each row.
std::string explained_rows(const answers::ClassicRequest& request,
                           const std::vector<answers::ClassicForecast>& rows,
                           const Context& context) {
  std::vector<std::string> names;
  for (const answers::ClassicForecast& one : rows) names.push_back(row_name(request, one));
  SideBySide terms(context.text("predict.classic_part"), names);
  for (int i = 0; i < advisor::classic_part_count; ++i) {
    std::vector<std::string> figures;
    for (const answers::ClassicForecast& one : rows) {
      const double seconds = one.time.seconds[static_cast<std::size_t>(i)];
      figures.push_back(seconds > 0 ? format_duration(Seconds(seconds)) : "");
    }
    const std::string name(to_text(static_cast<ClassicPart>(i)));
    terms.add(context.text("predict.classic_" + name), figures);
  }
  return "\n" + terms.text(context);
}

}  // namespace

std::string classic_text(const answers::ClassicRequest& request,
                         const answers::ClassicForecast& one, bool is_explained,
                         const Context& context) {
  std::string text =
      title(request, precision_text(one, context), one.gpu->id, one.one.gpus, context) +
      figures_text(request, one, context) + parts_text(one, is_explained, context);
  if (is_explained) text += rates_text(request, one, context) + "\n";
  if (one.precision == "bf16") text += paragraph({"predict.classic_bf16", {}}, context);
  return text + batches_text(one, context) + published_paragraph(one, context) +
         basis_paragraph(one, context) + layout_paragraph(request, {one}, context);
}

std::string classic_table_text(const answers::ClassicRequest& request,
                               const std::vector<answers::ClassicForecast>& rows,
                               const std::vector<const catalog::Gpu*>& unknown,
                               const Context& context) {
  const bool are_cards = request.shape == answers::PredictShape::cards;
  std::string text = title(request,
                           request.shape == answers::PredictShape::precisions
                               ? context.text("predict.each_precision")
                           : are_cards ? request.precisions.front()
                                       : precision_text(rows.front(), context),
                           are_cards ? context.text("predict.each_card") : rows.front().gpu->id,
                           rows.back().one.gpus, context) +
                     report::to_terminal(comparison(request, rows, context), text_width()) + "\n";
  if (are_cards) text += paragraph({"predict.classic_cards", {}}, context);
  text += published_notes(request, rows, context);
  if (!unknown.empty())
    text +=
        paragraph({"predict.classic_unknown", {{"gpus", join(gpu_ids(unknown), ", ")}}}, context);
  if (!are_cards) text += basis_paragraph(rows.front(), context);
  text += layout_paragraph(request, rows, context);
  return request.is_explained ? text + explained_rows(request, rows, context) : text;
}

}  // namespace wgf::cli
