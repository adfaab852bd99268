// SPDX-License-Identifier: MIT
#include "cli/words/training_explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/training/matrix_speed.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/terminal.h"
#include "cli/words/side_by_side.h"
#include "cli/words/training_words.h"
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
  return report::to_terminal(table, text_width());
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
  if (!catalog::is_geforce(gpu)) return "";
  return paragraph(
      {"predict.clock",
       {{"gpu", gpu.id}, {"times", fmt::format("{:.2f}", fitted.coefficients.geforce_clock)}}},
      context);
}

// Below the rate of one large product for two reasons: narrow experts, and few tokens of each.
std::string expert_text(const advisor::TrainingForecast& forecast, const Context& context) {
  if (forecast.expert_rate().value <= 0) return "";
  const advisor::TrainingCoefficients& set = forecast.fitted->coefficients;
  const double narrow =
      set.expert_matrices / std::pow(set.experts_a_year, forecast.one.release_age);
  return paragraph({"predict.expert_rate",
                    {{"work", format_number(forecast.expert_flops / tera, 3)},
                     {"rate", tflops(forecast.expert_rate())},
                     {"grouped", percent_text(narrow)},
                     {"width", advisor::whole_text(set.expert_width)}}},
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
         expert_text(forecast, context) + clock_text(*forecast.gpu, fitted, context) +
         paragraph({"predict.fitted",
                    {{"date", fitted.fitted_on},
                     {"rows", std::to_string(fitted.rows)},
                     {"spread", fmt::format("{:.3f}", forecast.spread)}}},
                   context);
}

}  // namespace

std::string explain_text(const answers::Prediction& one, const Context& context) {
  return terms_table(one.forecast, context) + "\n" + rates_text(one.forecast, context) +
         sources_text(one.basis, context);
}

std::string explain_several(const std::vector<std::string>& names,
                            const std::vector<const advisor::TrainingForecast*>& forecasts,
                            const Context& context) {
  SideBySide terms(context.text("predict.column_term"), names);
  const auto add = [&](const std::string& name, auto figure) {
    std::vector<std::string> figures;
    for (const advisor::TrainingForecast* one : forecasts) figures.push_back(figure(*one));
    terms.add(name, figures);
  };
  for (int i = 0; i < advisor::step_part_count; ++i) {
    const auto part = static_cast<advisor::StepPart>(i);
    add(context.text("predict.part_" + std::string(to_text(part))),
        [&](const advisor::TrainingForecast& one) {
          return one.parts[part] == 0 ? std::string() : format_duration(Seconds(one.parts[part]));
        });
  }
  add(context.text("predict.figure_step"),
      [](const advisor::TrainingForecast& one) { return format_duration(one.step()); });
  const auto add_rate = [&](const char* key, auto rate) {
    add(context.text(std::string("predict.rate_") + key),
        [&](const advisor::TrainingForecast& one) {
          const auto card = advisor::card_speed(*one.gpu, one.one, one.fitted->coefficients);
          return card ? rate(*card) : std::string();
        });
  };
  add_rate("matrices", [](const auto& card) { return tflops(card.matrix_rate); });
  if (std::any_of(forecasts.begin(), forecasts.end(),
                  [](const auto* one) { return one->expert_rate().value > 0; }))
    add(context.text("predict.rate_experts"), [](const advisor::TrainingForecast& one) {
      return one.expert_rate().value > 0 ? tflops(one.expert_rate()) : std::string();
    });
  add_rate("attention", [](const auto& card) { return tflops(card.attention_rate); });
  add_rate("memory", [](const auto& card) { return gigabytes(card.bandwidth); });
  add(context.text("predict.rate_spread"),
      [](const advisor::TrainingForecast& one) { return fmt::format("e^±{:.3f}", one.spread); });
  const advisor::FittedTraining& fitted = *forecasts.front()->fitted;
  return "\n" + terms.text(context) +
         paragraph({"predict.fitted_rows",
                    {{"date", fitted.fitted_on}, {"rows", std::to_string(fitted.rows)}}},
                   context);
}

std::string explain_rows(const answers::PredictRequest& request,
                         const std::vector<std::string>& names,
                         const std::vector<answers::Prediction>& rows, const Context& context) {
  if (!request.is_explained) return "";
  std::vector<const advisor::TrainingForecast*> forecasts;
  for (const answers::Prediction& one : rows) forecasts.push_back(&one.forecast);
  return explain_several(names, forecasts, context);
}

}  // namespace wgf::cli
