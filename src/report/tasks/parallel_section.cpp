// SPDX-License-Identifier: MIT
// parallel: forms of training beside each other, measured and forecast rows in one table.

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "pipeline/picture.h"
#include "report/result_table.h"
#include "report/tasks/parallel_cells.h"
#include "report/tasks/sections.h"
#include "report/tasks/step_forecast.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

constexpr std::size_t picture_width = 96;

// "16 x 2": chunks of a rank are named where it has several.
std::string stages_text(const Result& result) {
  const std::int64_t chunks = count_of(result, "vpp");
  return std::to_string(count_of(result, "pp")) +
         (chunks > 1 ? " x " + std::to_string(chunks) : "");
}

std::vector<std::string> pipeline_cells(const Result& result, Language language) {
  return {result.measured_case.parameters.text("schedule", "-"),
          std::to_string(result.measured_case.ranks()),
          stages_text(result),
          std::to_string(count_of(result, "accumulate")),
          cell_of(result, "step_time"),
          cell_of(result, "throughput"),
          percent_cell(result, "mfu"),
          percent_cell(result, "bubble"),
          percent_cell(result, "bubble_ideal"),
          memory_cell(result),
          basis_text(result, language)};
}

Table pipeline_table(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {text_column("tasks.parallel_column_schedule", language),
                   number("tasks.parallel_column_gpus"),
                   number("tasks.parallel_column_stages"),
                   number("tasks.parallel_column_micro_batches"),
                   number("tasks.column_step"),
                   number("tasks.train_column_rate"),
                   number("tasks.train_column_mfu"),
                   number("tasks.parallel_column_bubble"),
                   number("tasks.parallel_column_ideal"),
                   number("tasks.parallel_column_memory"),
                   text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results) table.rows.push_back(pipeline_cells(result, language));
  drop_empty_columns(table, 4);
  return table;
}

std::string metric_cell(const results::Rank& rank, const char* tag, bool is_percent) {
  const results::Metric* metric = rank.find(tag);
  if (metric == nullptr) return "-";
  return is_percent ? percent_text(metric->value) : format_number(metric->value, 3);
}

// Why the stages of the fastest row wait, one by one.
std::optional<TitledTable> bubble_table(const Result& result, Language language) {
  if (result.ranks.size() < 2 || result.ranks.front().find("bubble_schedule") == nullptr)
    return std::nullopt;
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {
      number("tasks.parallel_column_stage"),       number("tasks.parallel_column_bubble"),
      number("tasks.parallel_column_of_schedule"), number("tasks.parallel_column_of_imbalance"),
      number("tasks.parallel_column_of_links"),    number("tasks.parallel_column_of_jitter"),
      number("tasks.parallel_column_kept"),        number("tasks.parallel_column_memory")};
  for (const results::Rank& rank : result.ranks) {
    const results::Metric* measured = rank.find("memory_allocated_peak");
    const results::Metric* memory = measured ? measured : rank.find("memory_forecast");
    table.rows.push_back(
        {std::to_string(rank.rank), metric_cell(rank, "bubble", true),
         metric_cell(rank, "bubble_schedule", true), metric_cell(rank, "bubble_imbalance", true),
         metric_cell(rank, "bubble_communication", true), metric_cell(rank, "bubble_jitter", true),
         metric_cell(rank, "micro_batches_kept", false),
         memory_text(memory ? std::optional(memory->value) : std::nullopt)});
  }
  drop_empty_columns(table, 2);
  return TitledTable{
      messages::render(
          {"tasks.parallel_title_stages", {{"case", case_label(result.measured_case)}}}, language),
      std::move(table)};
}

// A backward pass of twice the forward one, as is usual.
std::optional<TitledTable> picture_of(const Result& result, Language language) {
  const results::Parameters& parameters = result.measured_case.parameters;
  const auto kind = pipeline::parse_kind(parameters.text("schedule", ""));
  if (!kind) return std::nullopt;
  try {
    const auto schedule = pipeline::make_schedule(
        *kind, static_cast<int>(count_of(result, "pp")),
        static_cast<int>(count_of(result, "accumulate")),
        static_cast<int>(parameters.integer("vpp", pipeline::usual_chunks_each(*kind))));
    const auto simulation =
        pipeline::simulate(schedule, pipeline::even_times(schedule, Seconds(1), Seconds(2)));
    Table table;
    table.columns = {number_column("tasks.parallel_column_stage", language), Column{""}};
    const auto lines = pipeline::draw_step(simulation, picture_width);
    for (std::size_t rank = 0; rank < lines.size(); ++rank)
      table.rows.push_back({std::to_string(rank), lines[rank]});
    return TitledTable{std::string(pipeline::to_text(*kind)), std::move(table)};
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

const Result* fastest_of(const Run& run) {
  const Result* fastest = nullptr;
  for (const Result* result : measured_of(run))
    if (fastest == nullptr || number_of(*result, "throughput").value_or(0) >
                                  number_of(*fastest, "throughput").value_or(0))
      fastest = result;
  return fastest;
}

// Of each schedule the first row, where there are few: they take a screen each.
std::vector<TitledTable> pictures_of(const Run& run, Language language) {
  constexpr std::size_t most_pictures = 2;
  std::vector<TitledTable> pictures;
  std::vector<std::string> drawn;
  for (const Result& result : run.results) {
    const std::string schedule = result.measured_case.parameters.text("schedule", "");
    if (std::find(drawn.begin(), drawn.end(), schedule) != drawn.end()) continue;
    drawn.push_back(schedule);
    if (drawn.size() > most_pictures) return {};
    if (auto picture = picture_of(result, language)) pictures.push_back(std::move(*picture));
  }
  return pictures;
}

std::string pipeline_advice(const Result& fastest, Language language) {
  return messages::render({"tasks.parallel_advice_pipeline",
                           {{"schedule", fastest.measured_case.parameters.text("schedule", "")},
                            {"stages", stages_text(fastest)},
                            {"micro_batches", std::to_string(count_of(fastest, "accumulate"))},
                            {"throughput", cell_of(fastest, "throughput")},
                            {"bubble", percent_cell(fastest, "bubble")},
                            {"ideal", percent_cell(fastest, "bubble_ideal")}}},
                          language);
}

TaskSection pipelines(const Run& run, Language language) {
  TaskSection section;
  section.table = pipeline_table(run, language);
  const Result* fastest = fastest_of(run);
  if (fastest == nullptr) return section;
  if (auto stages = bubble_table(*fastest, language)) section.more.push_back(std::move(*stages));
  section.advice = {pipeline_advice(*fastest, language),
                    forecast_advice(measured_of(run), 1, language)};
  std::erase(section.advice, "");
  return section;
}

}  // namespace

std::int64_t count_of(const Result& result, const char* name) {
  return result.measured_case.parameters.integer(name, 1);
}

std::string layout_text(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  std::vector<std::string> parts;
  const auto size = [&](const char* name, const char* label) {
    const std::int64_t count = parameters.integer(name, 1);
    if (count > 1) parts.push_back(std::string(label) + " " + std::to_string(count));
  };
  size("dp", "DP");
  size("tp", "TP");
  size("cp", "CP");
  size("ep", "EP");
  size("pp", "PP");
  if (const auto stage = parameters.integer("zero"); stage > 0)
    parts.push_back("ZeRO " + std::to_string(stage));
  if (const std::string kept = parameters.text("recompute", ""); !kept.empty())
    parts.push_back("recompute " + kept);
  return parts.empty() ? "1" : join(parts, ", ");
}

std::string percent_cell(const Result& result, const char* tag) {
  const auto percent = number_of(result, tag);
  return percent ? percent_text(*percent) : "-";
}

std::optional<double> memory_of(const Result& result) {
  const auto measured = number_of(result, "memory_allocated_peak");
  return measured ? measured : number_of(result, "memory_forecast");
}

std::string memory_cell(const Result& result) {
  return memory_text(memory_of(result));
}

bool is_bound_by_linear(const Result& result) {
  return result.provenance == results::Provenance::measured &&
         result.measured_case.parameters.integer("zero") == 0;
}

std::string beyond_linear_advice(double best_efficiency, Language language) {
  constexpr double most = 105;  // percent; caches that hold more give a little
  if (best_efficiency <= most) return "";
  return messages::render(
      {"tasks.train_advice_beyond_linear", {{"percent", percent_text(best_efficiency)}}}, language);
}

std::string basis_text(const Result& result, Language language) {
  if (result.status != results::Status::ok) return status_text(result, language);
  const bool is_measured = result.provenance == results::Provenance::measured;
  return messages::render(is_measured ? "tasks.parallel_measured" : "tasks.parallel_forecast",
                          language);
}

TaskSection schedules_section(const Run& run, Language language) {
  TaskSection section = pipelines(run, language);
  std::vector<TitledTable> pictures = pictures_of(run, language);
  const char* told = pictures.empty() ? "tasks.parallel_pictures_how" : "tasks.parallel_picture";
  std::move(pictures.begin(), pictures.end(), std::back_inserter(section.more));
  section.advice.push_back(messages::render(told, language));
  return section;
}

TaskSection stages_section(const Run& run, Language language) {
  return pipelines(run, language);
}

}  // namespace wgf::report
