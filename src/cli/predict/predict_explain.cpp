// SPDX-License-Identifier: MIT
// predict --explain: every term of the step, the rates it is computed with, and the interval.

#include <fmt/format.h>

#include "advisor/training/matrix_speed.h"
#include "base/text.h"
#include "cli/predict/predict_format.h"
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

// Why rates of GeForce cards may be above the peak beside them.
std::string clock_text(const catalog::Gpu& gpu, const advisor::FittedTraining& fitted,
                       const Context& context) {
  if (!advisor::is_clocked_above_rating(gpu)) return "";
  return paragraph(
      {"predict.clock",
       {{"gpu", gpu.id}, {"times", fmt::format("{:.2f}", fitted.coefficients.geforce_clock)}}},
      context);
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
         clock_text(*forecast.gpu, fitted, context) +
         paragraph({"predict.fitted",
                    {{"date", fitted.fitted_on},
                     {"rows", std::to_string(fitted.rows)},
                     {"spread", fmt::format("{:.3f}", forecast.spread)}}},
                   context);
}

}  // namespace

std::string explain_text(const Prediction& one, const Context& context) {
  return terms_table(one.forecast, context) + "\n" + rates_text(one.forecast, context) +
         sources_text(one.basis, context);
}

}  // namespace wgf::cli
