// SPDX-License-Identifier: MIT
// predict --scaling: data, tensor and pipeline parallelism side by side.

#include <algorithm>

#include "advisor/training/matrix_speed.h"
#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/predict/predict_text.h"
#include "cli/terminal.h"
#include "cli/words/training_explain.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Parallelism;
using report::Align;
using report::Table;

constexpr std::size_t cards_named = 6;

std::string kind_word(int kind, const Context& context) {
  return context.text("predict.kind_" + std::string(to_text(static_cast<Parallelism>(kind))));
}

bool shares_parameters(const advisor::MemoryCase& work) {
  return work.is_fsdp && advisor::shard_count(work) > 1;
}

Table rows_table(const answers::PredictRequest& request, const answers::ScalingAnswer& answer,
                 const Context& context) {
  Table table{{{context.text("predict.column_gpus"), Align::right}}, {}};
  for (int kind = 0; kind < advisor::parallelism_count; ++kind) {
    table.columns.push_back({kind_word(kind, context), Align::right});
    table.columns.push_back({context.text("predict.column_efficiency"), Align::right});
    table.columns.push_back({"GB", Align::right});
  }
  for (const advisor::ScalingRow& row : answer.rows) {
    std::vector<std::string> cells{std::to_string(row.gpus)};
    for (const auto& cell : row.cells) {
      if (!cell) {
        cells.insert(cells.end(), {"-", "-", "-"});
        continue;
      }
      cells.push_back(rate_text(shown_rate(request, cell->forecast)));
      cells.push_back(percent_text(cell->efficiency));
      const advisor::Recompute recompute = cell->forecast.one.work.recompute;
      const char* runs_again = recompute == advisor::Recompute::none   ? ""
                               : recompute == advisor::Recompute::full ? "r"
                                                                       : "s";
      cells.push_back(gb_text(cell->forecast.memory.total()) + runs_again +
                      (shares_parameters(cell->forecast.one.work) ? "f" : "") +
                      (cell->forecast.does_fit() ? cell->forecast.is_tight() ? "t" : "" : "!"));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string kind_line(const answers::ScalingAnswer& answer, int kind, const Context& context) {
  const answers::ScalingAnswer::Kind& one = answer.kinds[static_cast<std::size_t>(kind)];
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(cards_named, one.cards.size()); ++i)
    names.push_back(one.cards[i]->id);
  std::string cards = names.empty() ? context.text("predict.no_card") : join(names, ", ");
  if (one.cards.size() > cards_named)
    cards += " +" + std::to_string(one.cards.size() - cards_named);
  const auto& [with_room, tight] = one.fewest;
  const std::string key =
      std::string("predict.scaling_kind") + (with_room ? "" : "_never") + (tight ? "_tight" : "");
  const int count = with_room.value_or(answers::most_counted_gpus);
  return wrapped(context.text({key,
                               {{"kind", kind_word(kind, context)},
                                {"count", advisor::whole_text(count)},
                                {"tight", advisor::whole_text(tight.value_or(0))},
                                {"cards", cards}}}),
                 text_width(), 2) +
         "\n";
}

const advisor::TrainingForecast* any_forecast(const answers::ScalingAnswer& answer) {
  for (const advisor::ScalingRow& row : answer.rows)
    for (const auto& cell : row.cells)
      if (cell) return &cell->forecast;
  return nullptr;
}

// What "t" means, where a cell has it.
std::string tight_note(const answers::ScalingAnswer& answer, const Context& context) {
  for (const advisor::ScalingRow& row : answer.rows)
    for (const auto& cell : row.cells)
      if (cell && cell->forecast.is_tight())
        return paragraph(
            {"predict.scaling_tight", {{"percent", percent_text(advisor::acceptable_risk)}}},
            context);
  return "";
}

// Of data parallelism: each kind of sharding that a row has, "ZeRO 1"; empty where no row is of
// several GPUs.
std::string shardings(const answers::ScalingAnswer& answer) {
  std::vector<std::string> kinds;
  for (const advisor::ScalingRow& row : answer.rows) {
    const auto& cell = row.cells[static_cast<std::size_t>(Parallelism::data)];
    if (!cell || row.gpus == 1) continue;
    std::string kind = answers::sharding_text(cell->forecast.one.work);
    if (kind.empty()) kind = "ZeRO 0";
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return join(kinds, ", ");
}

std::string software_text(const std::string& software, const std::string& sharding,
                          const answers::PredictRequest& request, const Context& context) {
  const char* key = sharding.empty()             ? "predict.scaling_software_alone"
                    : request.given.has_software ? "predict.scaling_software"
                                                 : "predict.scaling_software_chosen";
  return paragraph({key, {{"software", software}, {"sharding", sharding}}}, context);
}

// Of the largest number of GPUs.
std::string explained_kinds(const answers::ScalingAnswer& answer, const Context& context) {
  std::vector<std::string> names;
  std::vector<const advisor::TrainingForecast*> forecasts;
  const advisor::ScalingRow& row = answer.rows.back();
  for (int kind = 0; kind < advisor::parallelism_count; ++kind)
    if (const auto& cell = row.cells[static_cast<std::size_t>(kind)]) {
      names.push_back(std::to_string(row.gpus) + " x " + kind_word(kind, context));
      forecasts.push_back(&cell->forecast);
    }
  return forecasts.empty() ? "" : explain_several(names, forecasts, context);
}

}  // namespace

std::string scaling_text(const answers::PredictRequest& request,
                         const answers::ScalingAnswer& answer, const Context& context) {
  const advisor::MemoryCase& work = request.network.one;
  const std::string_view precision = request.precisions[0].name;
  const std::string type(advisor::type_on(*answer.gpu, precision));
  std::string text =
      predict_title(request, type, answer.gpu->id, answer.rows.back().gpus, context) +
      type_note(*answer.gpu, precision, context) +
      network_note(advisor::usual_node(*answer.gpu), answer.rows.back().gpus, context);
  text += paragraph(
      {request.network.is_of_images ? "predict.scaling_setting_images" : "predict.scaling_setting",
       {{"global", advisor::whole_text(answer.global_batch)},
        {"batch", advisor::whole_text(request.batches[0])},
        {"tokens", advisor::whole_text(work.sequence)}}},
      context);
  const advisor::TrainingForecast* any = any_forecast(answer);
  const std::string software = any != nullptr ? answers::software_name(any->one.software) : "";
  if (any != nullptr) text += software_text(software, shardings(answer), request, context);
  text += "\n" + report::to_terminal(rows_table(request, answer, context), text_width()) + "\n" +
          paragraph({"predict.scaling_note", {}}, context) + tight_note(answer, context) + "\n" +
          paragraph({"predict.scaling_cards",
                     {{"software", software},
                      {"gpus", std::to_string(answer.rows.back().gpus)},
                      {"percent", percent_text(answers::suits_from)}}},
                    context);
  for (int kind = 0; kind < advisor::parallelism_count; ++kind)
    text += kind_line(answer, kind, context);
  text += "\n" + basis_text(request, *answer.gpu, answer.basis, context);
  return request.is_explained ? text + explained_kinds(answer, context) : text;
}

}  // namespace wgf::cli
