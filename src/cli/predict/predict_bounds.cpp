// SPDX-License-Identifier: MIT
// predict where only physics is known: what no card of these figures can be faster than.

#include <fmt/format.h>

#include "advisor/training/matrix_speed.h"
#include "base/figures.h"
#include "base/text.h"
#include "catalog/clock_limit.h"
#include "cli/predict/predict_cells.h"
#include "cli/predict/predict_text.h"
#include "cli/terminal.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using report::Table;

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

}  // namespace

std::string bounds_text(const answers::PredictRequest& request, const answers::CardBounds& one,
                        const advisor::TrainingWork& work, const Context& context) {
  const catalog::Gpu& gpu = *one.gpu;
  const advisor::TrainingBounds& bounds = one.bounds;
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
