// SPDX-License-Identifier: MIT
// predict of one case: figures with their intervals, what the step goes to, memory, a run's cost.

#include <fmt/format.h>

#include <algorithm>

#include "advisor/training/matrix_speed.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/predict/predict_text.h"
#include "cli/terminal.h"
#include "cli/words/figures_table.h"
#include "cli/words/offer_words.h"
#include "cli/words/training_explain.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::StepGroup;
using report::Align;
using report::Table;

// What a training's table holds, by the names of its messages.
class Figures : public FiguresTable {
 public:
  explicit Figures(const Context& context) : FiguresTable(context), context_(context) {}

  void add(const char* key, const std::string& value, const std::string& low,
           const std::string& high) {
    FiguresTable::add(context_.text(std::string("predict.figure_") + key), value,
                      context_.text({"predict.interval", {{"low", low}, {"high", high}}}));
  }
  void rate(const char* key, double value, const advisor::TrainingForecast& forecast) {
    const Interval range = forecast.of_rate(value);
    add(key, rate_text(value), rate_text(range.low), rate_text(range.high));
  }

 private:
  const Context& context_;
};

void add_run(const answers::PredictRequest& request, const answers::Prediction& one,
             Figures& figures) {
  const std::optional<answers::RunCost> run = run_cost(request, one);
  if (!run) return;
  figures.add("run_time", long_time(run->seconds), long_time_as(run->seconds, run->interval.low),
              long_time_as(run->seconds, run->interval.high));
  if (!run->usd) return;
  figures.add(request.wants_spot ? "run_cost_on_demand" : "run_cost", "$" + money(*run->usd),
              "$" + money(run->interval.low * run->usd_per_second),
              "$" + money(run->interval.high * run->usd_per_second));
}

std::string figures_text(const answers::PredictRequest& request, const answers::Prediction& one,
                         const Context& context) {
  const advisor::TrainingForecast& forecast = one.forecast;
  Figures figures(context);
  const bool has_images = request.network.is_of_images;
  const double rate = shown_rate(request, forecast);
  figures.rate(has_images ? "images" : "tokens", rate, forecast);
  if (request.gpus > 1)
    figures.rate(has_images ? "images_per_gpu" : "tokens_per_gpu", rate / request.gpus, forecast);
  if (!has_images) figures.rate("samples", forecast.samples_per_second(), forecast);
  const Interval step = forecast.step_interval();
  figures.add("step", format_duration(forecast.step()), format_duration(Seconds(step.low)),
              format_duration(Seconds(step.high)));
  if (forecast.peak > 0) {
    const Interval mfu = forecast.utilisation_interval();
    figures.add("mfu", mfu_text(forecast.utilisation()), mfu_text(mfu.low), mfu_text(mfu.high));
  }
  const double total = forecast.memory.total(), half = forecast.memory.half_width();
  figures.add("memory", gb_text(total) + " GB", gb_text(std::max(0.0, total - half)),
              gb_text(total + half) + " GB");
  add_run(request, one, figures);
  return figures.text();
}

std::string groups_text(const advisor::TrainingForecast& forecast, const Context& context) {
  Table table{{{context.text("predict.column_part")},
               {context.text("predict.column_time"), Align::right},
               {context.text("predict.column_share"), Align::right}},
              {}};
  for (int i = 0; i < advisor::step_group_count; ++i) {
    const auto group = static_cast<StepGroup>(i);
    const double seconds = advisor::seconds_of(forecast.parts, group);
    if (seconds > 0)
      table.rows.push_back({context.text("predict.group_" + std::string(to_text(group))),
                            format_duration(Seconds(seconds)),
                            percent_text(seconds / forecast.step().value)});
  }
  return report::to_terminal(table, text_width());
}

std::string fit_text(const advisor::TrainingForecast& forecast, const Context& context) {
  return paragraph({forecast.does_fit() ? "predict.fits" : "predict.does_not_fit",
                    {{"gpu", forecast.gpu->id},
                     {"usable", gb_text(static_cast<double>(forecast.usable.value))},
                     {"risk", open_percent(forecast.risk())}}},
                   context);
}

std::string rent_text(const answers::PredictRequest& request, const answers::Prediction& one,
                      const Context& context) {
  if (!request.tokens) return "";
  const std::string tokens = advisor::whole_text(*request.tokens);
  if (!one.rent)
    return paragraph({"predict.no_rent", {{"gpu", one.forecast.gpu->id}, {"tokens", tokens}}},
                     context);
  return paragraph({"predict.rent",
                    {{"tokens", tokens},
                     {"usd", fmt::format("{:.2f}", one.rent->offer->per_gpu.value)},
                     {"provider", printable(one.rent->offer->offer->provider)},
                     {"date", age_text(*one.rent->offer, context)}}},
                   context) +
         machines_note(*one.rent, request.gpus, context);
}

}  // namespace

std::string one_text(const answers::PredictRequest& request, const answers::Prediction& one,
                     bool is_explained, const Context& context) {
  const advisor::TrainingForecast& forecast = one.forecast;
  const std::string type(advisor::type_on(*forecast.gpu, one.precision));
  std::string text = predict_title(request, type, forecast.gpu->id, request.gpus, context) +
                     setting_text(request, one, context) + "\n";
  text += figures_text(request, one, context) + "\n" + groups_text(forecast, context) + "\n";
  if (is_explained) text += explain_text(one, context) + "\n";
  return text + fit_text(forecast, context) + rent_text(request, one, context) +
         basis_text(request, *forecast.gpu, one.basis, context);
}

}  // namespace wgf::cli
