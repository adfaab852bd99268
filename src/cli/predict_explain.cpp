// SPDX-License-Identifier: MIT
// predict --explain: every term of the step, the rates it is computed with, and the interval.

#include <fmt/format.h>

#include "advisor/training/matrix_speed.h"
#include "base/text.h"
#include "cli/predict_format.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

std::string terms_table(const advisor::TrainingForecast& forecast, const Context& context) {
  Table table{{{context.text("predict.column_term")},
               {context.text("predict.column_time"), Align::right},
               {context.text("predict.column_share"), Align::right},
               {context.text("predict.column_meaning")}},
              {}};
  for (int i = 0; i < advisor::step_part_count; ++i) {
    const auto part = static_cast<advisor::StepPart>(i);
    const double seconds = forecast.parts[part];
    if (seconds == 0) continue;
    const std::string name(to_text(part));
    table.rows.push_back({context.text("predict.part_" + name), format_duration(Seconds(seconds)),
                          fmt::format("{:.1f} %", 100 * seconds / forecast.step().value),
                          context.text("predict.meaning_" + name)});
  }
  return report::to_terminal(table);
}

std::string tflops(FlopsPerSecond rate) {
  return format_number(rate.value / tera, 3);
}

std::string gigabytes(BytesPerSecond rate) {
  return format_number(rate.value / giga, 3);
}

std::string rates_text(const advisor::TrainingForecast& forecast, const Context& context) {
  const advisor::FittedTraining& fitted = *forecast.fitted;
  const auto card = advisor::card_speed(*forecast.gpu, forecast.one, fitted.coefficients);
  if (!card) return "";
  return paragraph({"predict.rates",
                    {{"matrices", tflops(card->matrix_rate)},
                     {"attention", tflops(card->attention_rate)},
                     {"peak", tflops(card->bf16_peak)},
                     {"memory", gigabytes(card->bandwidth)},
                     {"link", gigabytes(forecast.node.link)},
                     {"node", std::to_string(forecast.node.gpus)},
                     {"network", gigabytes(forecast.node.network)}}},
                   context) +
         paragraph({"predict.fitted",
                    {{"date", fitted.fitted_on},
                     {"rows", std::to_string(fitted.rows)},
                     {"spread", fmt::format("{:.3f}", forecast.spread)}}},
                   context);
}

}  // namespace

std::string explain_text(const Prediction& one, const Context& context) {
  std::string text = terms_table(one.forecast, context) + "\n" + rates_text(one.forecast, context);
  for (const SourceRows& source : one.basis.sources)
    text += paragraph(
        {"predict.source", {{"source", source.source}, {"rows", std::to_string(source.rows)}}},
        context);
  return text;
}

}  // namespace wgf::cli
