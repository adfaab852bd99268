// SPDX-License-Identifier: MIT
// predict of several precisions or batch sizes side by side.

#include <fmt/format.h>

#include <algorithm>

#include "advisor/training/matrix_speed.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/predict/predict_cells.h"
#include "cli/predict/predict_text.h"
#include "cli/terminal.h"
#include "cli/words/training_explain.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

// The same layout and software in all rows: said once.
std::string shared_setting(const answers::PredictRequest& request, const answers::Prediction& one,
                           const std::string& precision, const Context& context) {
  return predict_title(request, precision, one.forecast.gpu->id, request.gpus, context) +
         setting_text(request, one, context) + "\n";
}

std::string knee_note(const advisor::Knee& found, const std::vector<answers::Prediction>& rows,
                      const Context& context) {
  const auto at = found.at ? found.at : found.rising;
  if (!at) return paragraph({"predict.no_knee", {{"gpu", rows.front().forecast.gpu->id}}}, context);
  const char* key = found.at            ? "predict.knee_note"
                    : found.rising == 0 ? "predict.one_fits"
                                        : "predict.still_rising";
  return paragraph({key, {{"batch", advisor::whole_text(rows[*at].forecast.one.work.batch)}}},
                   context);
}

}  // namespace

std::string precisions_text(const answers::PredictRequest& request,
                            const std::vector<answers::Prediction>& rows, const Context& context) {
  Table table{{{context.text("predict.column_precision")},
               {rate_unit(request, context), Align::right},
               {context.text("predict.column_interval"), Align::right},
               number_column("speed", context),
               {"GB", Align::right},
               {context.text("footprint.column_fits")},
               {context.text("predict.column_runs_as")}},
              {}};
  const auto reference = std::find_if(rows.begin(), rows.end(), [](const answers::Prediction& one) {
    return one.precision == "bf16";
  });
  const answers::Prediction& base = reference == rows.end() ? rows.front() : *reference;
  for (const answers::Prediction& one : rows) {
    const advisor::TrainingForecast& forecast = one.forecast;
    const std::string type(advisor::type_on(*forecast.gpu, one.precision));
    table.rows.push_back(
        {std::string(one.precision), rate_text(shown_rate(request, forecast)),
         rate_range(request, one),
         fmt::format("{:.2f}x", forecast.tokens_per_second() / base.forecast.tokens_per_second()),
         gb_text(forecast.memory.total()), fits_word(one, context),
         type == one.precision ? context.text("predict.own_units")
                               : context.text({"predict.other_units", {{"type", type}}})});
  }
  std::string text =
      shared_setting(request, base, context.text("predict.each_precision"), context) +
      report::to_terminal(table, text_width()) + "\n" + tight_note(rows, context);
  if (is_setting_chosen(request))
    text +=
        paragraph({"predict.same_in_each", {{"precision", std::string(base.precision)}}}, context) +
        "\n";
  text += context.text("predict.accuracy_heading") + "\n";
  std::vector<std::string> names;
  for (const answers::Prediction& one : rows) {
    names.emplace_back(one.precision);
    const std::string type(advisor::type_on(*one.forecast.gpu, one.precision));
    const Message known = type == one.precision
                              ? Message{"predict.accuracy_" + type, {}}
                              : Message{"predict.accuracy_of_other", {{"type", type}}};
    text +=
        wrapped(std::string(one.precision) + ": " + context.text(known), text_width(), 6) + "\n";
  }
  return text + "\n" + basis_text(request, *base.forecast.gpu, base.basis, context) +
         explain_rows(request, names, rows, context);
}

// Batches that cannot be interleaved as the first is: their micro-batches fill no whole rounds.
std::string other_chunks_text(const std::vector<answers::Prediction>& rows,
                              const Context& context) {
  const auto chunks = [](const answers::Prediction& one) {
    return one.forecast.one.work.layout.virtual_stages;
  };
  std::string text;
  for (const answers::Prediction& one : rows)
    if (chunks(one) != chunks(rows.front()))
      text += paragraph({"predict.other_chunks",
                         {{"batch", advisor::whole_text(one.forecast.one.work.batch)},
                          {"vpp", std::to_string(chunks(one))}}},
                        context);
  return text;
}

std::string batches_text(const answers::PredictRequest& request,
                         const std::vector<answers::Prediction>& rows, const Context& context) {
  Table table{{number_column("batch", context),
               {rate_unit(request, context), Align::right},
               {context.text("predict.column_interval"), Align::right},
               {"MFU", Align::right},
               number_column("step", context),
               {"GB", Align::right},
               {context.text("footprint.column_fits")},
               {""}},
              {}};
  const advisor::Knee found = knee(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const advisor::TrainingForecast& forecast = rows[i].forecast;
    table.rows.push_back({advisor::whole_text(forecast.one.work.batch),
                          rate_text(shown_rate(request, forecast)), rate_range(request, rows[i]),
                          forecast.peak > 0 ? mfu_text(forecast.utilisation()) : "-",
                          format_duration(forecast.step()), gb_text(forecast.memory.total()),
                          fits_word(rows[i], context), knee_mark(found, i, context)});
  }
  const answers::Prediction& first = rows.front();
  const std::string type(advisor::type_on(*first.forecast.gpu, first.precision));
  std::string text = shared_setting(request, first, type, context) +
                     report::to_terminal(table, text_width()) + "\n";
  std::vector<std::string> names;
  for (const answers::Prediction& one : rows)
    names.push_back(advisor::whole_text(one.forecast.one.work.batch));
  text += other_chunks_text(rows, context);
  return text + tight_note(rows, context) + knee_note(found, rows, context) +
         basis_text(request, *first.forecast.gpu, first.basis, context) +
         explain_rows(request, names, rows, context);
}

}  // namespace wgf::cli
