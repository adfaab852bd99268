// SPDX-License-Identifier: MIT
// predict of several cards, precisions or batch sizes side by side.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "advisor/training/matrix_speed.h"
#include "base/text.h"
#include "catalog/clock_limit.h"
#include "cli/lists/list_filters.h"
#include "cli/predict/predict_format.h"
#include "cli/predict/predict_notes.h"
#include "cli/tco/tco_format.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

report::Column number_column(const char* key, const Context& context) {
  return {context.text(std::string("predict.column_") + key), Align::right};
}

bool is_at_risk(const Prediction& one) {
  return one.forecast.risk() > advisor::acceptable_risk;
}

std::string fits_word(const Prediction& one, const Context& context) {
  if (!one.forecast.does_fit()) return context.text("footprint.no");
  return context.text(is_at_risk(one) ? "footprint.tight" : "footprint.yes");
}

std::string rate_range(const PredictRequest& request, const Prediction& one) {
  return range_text(one.forecast.of_rate(shown_rate(request, one.forecast)));
}

std::string shared_notes(const PredictRequest& request, const Context& context) {
  return assumed_note(*request.network.network, context) + scale_note(request.gpus, context);
}

std::string card_range(const PredictRequest& request, const Prediction& one) {
  const bool is_measured = one.basis.familiarity == advisor::Familiarity::card;
  return (is_measured ? "" : "* ") + rate_range(request, one);
}

Table cards_table(const PredictRequest& request, const std::vector<Prediction>& rows,
                  const Context& context) {
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
  for (const Prediction& one : rows) {
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
    if (!request.tokens) cells.push_back(short_layout(one.forecast.one));
    table.rows.push_back(std::move(cells));
  }
  report::wrap_columns(table, text_width(), {{0, 14}, {table.columns.size() - 1, 6}});
  return table;
}

// Of cards side by side, which each have the software that serves them best.
std::string software_note(const std::vector<Prediction>& rows, const Context& context) {
  std::map<std::string, std::vector<std::string>> cards;
  for (const Prediction& one : rows)
    cards[software_name(one.forecast.one.software)].push_back(one.forecast.gpu->id);
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
std::string networks_text(const PredictRequest& request, const std::vector<Prediction>& rows,
                          const Context& context) {
  std::vector<double> networks;
  for (const Prediction& one : rows)
    if (request.gpus > one.forecast.node.gpus)
      networks.push_back(one.forecast.node.network.value / giga);
  if (networks.empty()) return "";
  const auto [low, high] = std::minmax_element(networks.begin(), networks.end());
  return paragraph({*low == *high ? "predict.network_of_all" : "predict.networks_assumed",
                    {{"low", format_number(*low, 3)}, {"high", format_number(*high, 3)}}},
                   context);
}

std::string rents_text(const std::vector<Prediction>& rows, const Context& context) {
  std::string text = paragraph({"predict.cards_rent_note", {}}, context);
  std::vector<std::string> smaller;
  for (const Prediction& one : rows)
    if (one.rent && !one.rent->does_hold) smaller.push_back(one.forecast.gpu->id);
  if (smaller.empty()) return text;
  return text + paragraph({"predict.cards_smaller", {{"gpus", join(smaller, ", ")}}}, context);
}

// The same layout and software in all rows: said once.
std::string shared_setting(const PredictRequest& request, const Prediction& one,
                           const std::string& precision, const Context& context) {
  return predict_title(request, precision, one.forecast.gpu->id, request.gpus, context) +
         setting_text(request, one, context) + "\n";
}

// What "tight" means, where a row is.
std::string tight_note(const std::vector<Prediction>& rows, const Context& context) {
  const bool is_any = std::any_of(rows.begin(), rows.end(), [](const Prediction& one) {
    return one.forecast.does_fit() && is_at_risk(one);
  });
  if (!is_any) return "";
  return paragraph({"predict.tight", {{"percent", percent_text(advisor::acceptable_risk)}}},
                   context);
}

std::string knee_note(const advisor::Knee& found, const std::vector<Prediction>& rows,
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

advisor::Knee knee(const std::vector<Prediction>& batches) {
  std::vector<double> rates;
  for (const Prediction& one : batches)
    rates.push_back(is_at_risk(one) ? 0 : one.forecast.tokens_per_second());
  return advisor::knee_of(rates);
}

std::string cards_text(const PredictRequest& request, const std::vector<Prediction>& rows,
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
  if (!unknown.empty())
    text += paragraph({"predict.cards_unknown", {{"gpus", join(gpu_ids(unknown), ", ")}}}, context);
  std::vector<const catalog::Gpu*> cards;
  for (const Prediction& one : rows) cards.push_back(one.forecast.gpu);
  return text + other_types_text(cards, request.precisions[0].name, context) +
         networks_text(request, rows, context) + shared_notes(request, context) +
         explain_rows(request, gpu_ids(cards), rows, context);
}

std::string precisions_text(const PredictRequest& request, const std::vector<Prediction>& rows,
                            const Context& context) {
  Table table{{{context.text("predict.column_precision")},
               {rate_unit(request, context), Align::right},
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
  for (const Prediction& one : rows) {
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
std::string other_chunks_text(const std::vector<Prediction>& rows, const Context& context) {
  const auto chunks = [](const Prediction& one) {
    return one.forecast.one.work.layout.virtual_stages;
  };
  std::string text;
  for (const Prediction& one : rows)
    if (chunks(one) != chunks(rows.front()))
      text += paragraph({"predict.other_chunks",
                         {{"batch", advisor::whole_text(one.forecast.one.work.batch)},
                          {"vpp", std::to_string(chunks(one))}}},
                        context);
  return text;
}

std::string batches_text(const PredictRequest& request, const std::vector<Prediction>& rows,
                         const Context& context) {
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
  const Prediction& first = rows.front();
  const std::string type(advisor::type_on(*first.forecast.gpu, first.precision));
  std::string text = shared_setting(request, first, type, context) +
                     report::to_terminal(table, text_width()) + "\n";
  std::vector<std::string> names;
  for (const Prediction& one : rows)
    names.push_back(advisor::whole_text(one.forecast.one.work.batch));
  text += other_chunks_text(rows, context);
  return text + tight_note(rows, context) + knee_note(found, rows, context) +
         basis_text(request, *first.forecast.gpu, first.basis, context) +
         explain_rows(request, names, rows, context);
}

// Where the maker quotes the peak below the clock that a bound must stand on.
std::string clock_note(const catalog::Gpu& gpu, const std::string& type,
                       const advisor::TrainingBounds& bounds, const Context& context) {
  const auto quoted = catalog::dense_peak(gpu, type);
  const auto clock = catalog::highest_clock_mhz(gpu);
  if (!quoted || !clock || !bounds.peak || bounds.peak->value <= quoted->value) return "";
  if (catalog::clock_bound_peak(gpu, type) != bounds.peak) return "";  // of another type
  return paragraph({"predict.bound_clock",
                    {{"clock", format_number(*clock, 4)},
                     {"peak", format_number(bounds.peak->value / tera, 4)},
                     {"quoted", format_number(quoted->value / tera, 4)}}},
                   context);
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
  const std::string cache = format_number(bounds.cache_bytes / 1e6, 4);
  const std::string of_gpus = bounds.gpus > 1 ? fmt::format(" / {}", bounds.gpus) : "";
  const std::string caches = bounds.gpus > 1 ? fmt::format("{} x {}", bounds.gpus, cache) : cache;
  table.rows.push_back(
      {context.text("predict.bound_bytes"), format_duration(bounds.by_bytes),
       bounds.by_bytes.value > 0
           ? fmt::format("3 x ({} B x {} M{} - {} MB) / {} GB/s", bounds.weight_bytes,
                         format_number(work.params / 1e6, 4), of_gpus, cache,
                         format_number(gpu.memory_bandwidth.value / giga, 4))
           : context.text(Message{"predict.bound_cached", {{"mb", caches}}})});
  const std::string_view precision = request.precisions[0].name;
  const std::string type(advisor::type_on(gpu, precision));
  std::string text = predict_title(request, type, gpu.id, request.gpus, context) +
                     type_note(gpu, precision, context) + "\n" +
                     report::to_terminal(table, text_width()) + "\n";
  text += clock_note(gpu, type, bounds, context);
  const auto rate = bounds.samples_per_second();
  const auto most = bounds.samples_per_second_of_any_batch();
  if (!rate) return text;
  const std::string batch = advisor::whole_text(bounds.samples);
  const Message note{most ? "predict.bound_note" : "predict.bound_note_bytes",
                     {{"samples", rate_text(*rate)},
                      {"batch", batch},
                      {"most", most ? rate_text(*most) : std::string()}}};
  return text + paragraph(note, context);
}

}  // namespace wgf::cli
