// SPDX-License-Identifier: MIT
// predict of several cards, precisions or batch sizes side by side.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/predict_format.h"
#include "cli/tco_format.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

constexpr double knee_share = 0.95;

report::Column number_column(const char* key, const Context& context) {
  return {context.text(std::string("predict.column_") + key), Align::right};
}

std::string fits_word(const Prediction& one, const Context& context) {
  return context.text(one.forecast.does_fit() ? "footprint.yes" : "footprint.no");
}

std::string tokens_range(const Prediction& one) {
  const advisor::Interval range = one.forecast.of_rate(one.forecast.tokens_per_second());
  return rate_text(range.low) + " … " + rate_text(range.high);
}

std::string shared_notes(const PredictRequest& request, const Context& context) {
  if (!request.network.network->is_assumed) return "";
  return paragraph({"predict.assumed", {}}, context);
}

std::string card_range(const Prediction& one) {
  return (one.basis.familiarity == advisor::Familiarity::card ? "" : "* ") + tokens_range(one);
}

Table cards_table(const PredictRequest& request, const std::vector<Prediction>& rows,
                  const Context& context) {
  Table table{{{context.text("report.column_gpu")},
               number_column("tokens", context),
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
  for (const Prediction& one : rows) {
    std::vector<std::string> cells{one.forecast.gpu->id,
                                   rate_text(one.forecast.tokens_per_second()), card_range(one)};
    if (const auto run = run_cost(request, one)) {
      cells.push_back(long_time(run->seconds));
      cells.push_back(run->usd ? money(*run->usd) : "-");
    } else {
      cells.push_back(one.forecast.peak > 0 ? percent_text(one.forecast.utilisation()) : "-");
    }
    cells.push_back(gb_text(one.forecast.memory.total()));
    cells.push_back(fits_word(one, context));
    if (!request.tokens) cells.push_back(short_layout(one.forecast.one));
    table.rows.push_back(std::move(cells));
  }
  report::shorten_columns(table, predict_width, {{0, 14}, {table.columns.size() - 1, 6}});
  return table;
}

// The same layout and software in all rows: said once.
std::string shared_setting(const PredictRequest& request, const Prediction& one,
                           const std::string& precision, const Context& context) {
  return predict_title(request, precision, one.forecast.gpu->id, request.gpus, context) +
         setting_text(request, one, context) + "\n";
}

}  // namespace

std::optional<std::size_t> knee(const std::vector<Prediction>& batches) {
  double best = 0;
  for (const Prediction& one : batches)
    if (one.forecast.does_fit()) best = std::max(best, one.forecast.tokens_per_second());
  for (std::size_t i = 0; i < batches.size(); ++i)
    if (batches[i].forecast.does_fit() &&
        batches[i].forecast.tokens_per_second() >= knee_share * best)
      return i;
  return std::nullopt;
}

std::string cards_text(const PredictRequest& request, const std::vector<Prediction>& rows,
                       const std::vector<const catalog::Gpu*>& unknown, const Context& context) {
  std::string text = predict_title(request, std::string(request.precisions[0].name),
                                   context.text("predict.each_card"), request.gpus, context) +
                     "\n" + report::to_terminal(cards_table(request, rows, context)) + "\n" +
                     paragraph({"predict.cards_note", {}}, context);
  if (request.tokens) text += paragraph({"predict.cards_rent_note", {}}, context);
  std::vector<std::string> names;
  for (const catalog::Gpu* gpu : unknown) names.push_back(gpu->id);
  if (!names.empty())
    text += paragraph({"predict.cards_unknown", {{"gpus", join(names, ", ")}}}, context);
  return text + shared_notes(request, context);
}

std::string precisions_text(const PredictRequest& request, const std::vector<Prediction>& rows,
                            const Context& context) {
  Table table{{{context.text("predict.column_precision")},
               number_column("tokens", context),
               {context.text("predict.column_interval"), Align::right},
               number_column("speed", context),
               {"GB", Align::right},
               {context.text("footprint.column_fits")},
               {context.text("predict.column_runs_as")}},
              {}};
  const auto reference = std::find_if(
      rows.begin(), rows.end(), [](const Prediction& one) { return one.precision == "bf16"; });
  const Prediction& base = reference == rows.end() ? rows.front() : *reference;
  for (const Prediction& one : rows) {
    const advisor::TrainingForecast& forecast = one.forecast;
    const auto has = catalog::dense_peak(*forecast.gpu, one.precision).has_value();
    table.rows.push_back(
        {std::string(one.precision), rate_text(forecast.tokens_per_second()), tokens_range(one),
         fmt::format("{:.2f}x", forecast.tokens_per_second() / base.forecast.tokens_per_second()),
         gb_text(forecast.memory.total()), fits_word(one, context),
         context.text(has ? "predict.own_units" : "predict.wider_units")});
  }
  std::string text =
      shared_setting(request, base, context.text("predict.each_precision"), context) +
      report::to_terminal(table) + "\n" + context.text("predict.accuracy_heading") + "\n";
  for (const Prediction& one : rows)
    text += wrapped(std::string(one.precision) + ": " +
                        context.text("predict.accuracy_" + std::string(one.precision)),
                    predict_width, 6) +
            "\n";
  return text + "\n" + basis_text(request, *base.forecast.gpu, base.basis, context);
}

std::string batches_text(const PredictRequest& request, const std::vector<Prediction>& rows,
                         const Context& context) {
  Table table{{number_column("batch", context),
               number_column("tokens", context),
               {context.text("predict.column_interval"), Align::right},
               {"MFU", Align::right},
               number_column("step", context),
               {"GB", Align::right},
               {context.text("footprint.column_fits")},
               {""}},
              {}};
  const std::optional<std::size_t> best = knee(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const advisor::TrainingForecast& forecast = rows[i].forecast;
    table.rows.push_back(
        {advisor::whole_text(forecast.one.work.batch), rate_text(forecast.tokens_per_second()),
         tokens_range(rows[i]), forecast.peak > 0 ? percent_text(forecast.utilisation()) : "-",
         format_duration(forecast.step()), gb_text(forecast.memory.total()),
         fits_word(rows[i], context), best == i ? context.text("predict.knee") : ""});
  }
  const Prediction& first = rows.front();
  std::string text = shared_setting(request, first, std::string(first.precision), context) +
                     report::to_terminal(table) + "\n";
  text += best ? paragraph({"predict.knee_note",
                            {{"batch", advisor::whole_text(rows[*best].forecast.one.work.batch)}}},
                           context)
               : paragraph({"predict.no_knee", {{"gpu", first.forecast.gpu->id}}}, context);
  return text + basis_text(request, *first.forecast.gpu, first.basis, context);
}

std::string bounds_text(const PredictRequest& request, const catalog::Gpu& gpu,
                        const advisor::TrainingWork& work, const advisor::TrainingBounds& bounds,
                        const Context& context) {
  const std::string unknown = context.text("ownership.unknown");
  Table table{{{context.text("predict.column_bound")},
               number_column("time", context),
               {context.text("predict.column_meaning")}},
              {}};
  table.rows.push_back({context.text("predict.bound_flops"),
                        bounds.by_flops ? format_duration(*bounds.by_flops) : unknown,
                        bounds.by_flops ? fmt::format("{} x {} GFLOP / {} TFLOP/s",
                                                      advisor::whole_text(bounds.samples),
                                                      format_number(*work.flops / giga, 4),
                                                      format_number(bounds.peak->value / tera, 4))
                                        : ""});
  table.rows.push_back({context.text("predict.bound_bytes"), format_duration(bounds.by_bytes),
                        fmt::format("3 x {} M / {} GB/s", format_number(work.params / 1e6, 4),
                                    format_number(gpu.memory_bandwidth.value / giga, 4))});
  std::string text = predict_title(request, std::string(request.precisions[0].name), gpu.id,
                                   request.gpus, context) +
                     "\n" + report::to_terminal(table) + "\n";
  return text + paragraph({"predict.bound_note",
                           {{"samples", rate_text(bounds.samples_per_second(request.gpus))}}},
                          context);
}

}  // namespace wgf::cli
