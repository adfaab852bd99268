// SPDX-License-Identifier: MIT
// llm: how fast each model reads its prompt and answers, each figure beside its limit; what it
// keeps in memory; the advisor's forecast; what batches are worth.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "report/joined_processes.h"
#include "report/result_table.h"
#include "report/tasks/llm_changes.h"
#include "report/tasks/llm_curve.h"
#include "report/tasks/llm_timeline.h"
#include "report/tasks/sections.h"
#include "results/decoder_lengths.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;
using results::Status;

std::string text_of(const Result& result, const char* parameter) {
  return result.measured_case.parameters.text(parameter);
}

std::string count_of(const Result& result, const char* parameter) {
  return std::to_string(result.measured_case.parameters.integer(parameter));
}

std::string share_cell(const Result& result, const char* tag) {
  const auto value = number_of(result, tag);
  return value ? percent_text(*value) : "-";
}

// Its unit stands in the heading.
std::string number_cell(const Result& result, const char* tag) {
  const std::string text = cell_of(result, tag);
  return text.substr(0, text.rfind(' '));
}

std::string plain_cell(const Result& result, const char* tag, int digits) {
  const auto value = number_of(result, tag);
  return value ? format_number(*value, digits) : "-";
}

// "42", "3,366".
std::string whole_text(double count) {
  return format_number(count, count < 10 ? 1 : count < 100 ? 2 : 3);
}

bool has_several_precisions(const Run& run) {
  std::set<std::string> precisions;
  for (const Result& result : run.results) precisions.insert(text_of(result, "precision"));
  return precisions.size() > 1;
}

std::string model_of(const Result& result, bool with_precision) {
  const std::int64_t ranks = result.measured_case.ranks();
  return text_of(result, "model") + (with_precision ? " " + text_of(result, "precision") : "") +
         (ranks > 1 ? " tp " + std::to_string(ranks) : "");
}

// With how much more than measured was forecast: "5.07 (+26 %)".
std::string forecast_cell(const Result& result, const std::string& phase) {
  const auto forecast = number_of(result, phase + ".step_forecast"),
             measured = number_of(result, phase + ".step_time");
  if (!forecast || !measured || *measured <= 0) return "-";
  return fmt::format("{} ({:+.0f} %)", format_number(*forecast, 3),
                     100 * (*forecast / *measured - 1));
}

Table speed_table(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {text_column("tasks.column_model", language),
                   number("tasks.llm_column_batch"),
                   number("tasks.llm_column_tokens"),
                   number("tasks.llm_column_prompt"),
                   number("tasks.llm_column_mfu"),
                   number("tasks.llm_column_first_token"),
                   number("tasks.llm_column_rate"),
                   number("tasks.llm_column_token_time"),
                   number("tasks.llm_column_limit"),
                   number("tasks.llm_column_energy"),
                   number("tasks.llm_column_cost")};
  const bool names_precision = has_several_precisions(run);
  for (const Result& result : run.results) {
    const bool is_ok = result.status == Status::ok;
    table.rows.push_back(
        {model_of(result, names_precision), count_of(result, "batch_size"), llm_lengths(result),
         is_ok ? number_cell(result, "prefill.token_throughput") : status_text(result, language),
         share_cell(result, "prefill.mfu"), number_cell(result, "prefill.step_time"),
         number_cell(result, "decode.token_throughput"), number_cell(result, "decode.step_time"),
         share_cell(result, "limit_share"), plain_cell(result, "decode.energy_per_token", 3),
         plain_cell(result, "decode.token_cost", 3)});
  }
  drop_empty_columns(table, 4);
  return table;
}

Table memory_table(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {text_column("tasks.column_model", language),
                   number("tasks.llm_column_batch"),
                   number("tasks.llm_column_tokens"),
                   number("tasks.llm_column_weights"),
                   number("tasks.llm_column_cache"),
                   number("tasks.llm_column_work"),
                   number("tasks.llm_column_memory"),
                   number("tasks.llm_column_capacity"),
                   number("tasks.llm_column_prompt_forecast"),
                   number("tasks.llm_column_step_forecast")};
  const bool names_precision = has_several_precisions(run);
  for (const Result* result : measured_of(run))
    table.rows.push_back(
        {model_of(*result, names_precision), count_of(*result, "batch_size"), llm_lengths(*result),
         memory_text(number_of(*result, "memory_model_state")),
         memory_text(number_of(*result, "memory_cache")),
         memory_text(number_of(*result, "memory_workspace")),
         memory_text(results::memory_in_use(*result)), plain_cell(*result, "cache_capacity", 3),
         forecast_cell(*result, "prefill"), forecast_cell(*result, "decode")});
  drop_empty_columns(table, 3);
  return table;
}

// Of a device that the advisor knows nothing of there are no forecasts.
std::string memory_title(const std::vector<const Result*>& measured, Language language) {
  const bool has_forecast = std::any_of(measured.begin(), measured.end(), [](const Result* result) {
    return result->find("prefill.step_forecast") != nullptr ||
           result->find("decode.step_forecast") != nullptr;
  });
  return messages::render(has_forecast ? "tasks.llm_memory" : "tasks.llm_memory_alone", language);
}

// Requests that the memory keeps at once.
std::optional<double> requests_at_once(const Result& result) {
  const auto tokens = number_of(result, "cache_capacity");
  const std::int64_t each = results::longest_text(result.measured_case.parameters);
  if (!tokens || each <= 0) return std::nullopt;
  return std::floor(*tokens / static_cast<double>(each));
}

std::string capacity_advice(const Result& result, Language language) {
  const auto requests = requests_at_once(result);
  if (!requests) return "";
  return messages::render(
      {"tasks.llm_advice_capacity",
       {{"model", text_of(result, "model")},
        {"tokens", whole_text(*number_of(result, "cache_capacity"))},
        {"requests", whole_text(*requests)},
        {"each", std::to_string(results::longest_text(result.measured_case.parameters))}}},
      language);
}

// The curve of throughput against latency, where several batches were measured.
std::string curve_advice(const LlmCurve& curve, Language language) {
  const LlmPoint &knee = curve.points[curve.knee], &fastest = curve.points[curve.fastest];
  const bool is_last = curve.knee + 1 == curve.points.size();
  constexpr double nearly = 0.8;
  const auto most = requests_at_once(*knee.result);
  const bool is_full = most && static_cast<double>(knee.sequences) >= nearly * *most;
  const char* key = is_last && is_full            ? "tasks.llm_advice_most"
                    : is_last                     ? "tasks.llm_advice_no_knee"
                    : curve.knee == curve.fastest ? "tasks.llm_advice_knee_best"
                                                  : "tasks.llm_advice_knee";
  return messages::render({key,
                           {{"model", curve.label},
                            {"batch", std::to_string(knee.sequences)},
                            {"rate", format_number(knee.tokens_per_s, 3)},
                            {"time", format_number(knee.token_ms, 3)},
                            {"most", std::to_string(fastest.sequences)},
                            {"most_rate", format_number(fastest.tokens_per_s, 3)}}},
                          language);
}

// Of several models the largest that answers faster than people read.
std::string model_advice(const Run& run, Language language) {
  const LlmChoice choice = largest_fluent_model(run);
  if (choice.result == nullptr) return "";
  return messages::render({choice.is_fluent ? "tasks.llm_advice_model" : "tasks.llm_advice_slow",
                           {{"model", text_of(*choice.result, "model")},
                            {"rate", format_number(choice.tokens_per_s, 3)},
                            {"least", format_number(fluent_tokens_per_s, 2)}}},
                          language);
}

}  // namespace

TaskSection llm_section(const Run& all, Language language) {
  if (all.results.front().measured_case.benchmark == "llm_load") return load_section(all, language);
  const JoinedRun joined = has_repeated_cases(all) ? join_processes(all) : JoinedRun{all, {}};
  const Run& run = joined.run;
  TaskSection section;
  section.table = speed_table(run, language);
  const std::vector<const Result*> measured = measured_of(run);
  if (measured.empty()) return section;
  if (Table memory = memory_table(run, language); memory.columns.size() > 3)
    section.more.push_back({memory_title(measured, language), std::move(memory)});
  for (TitledTable& table : timeline_tables(run, language))
    section.more.push_back(std::move(table));
  for (TitledTable& table : change_tables(run, language)) section.more.push_back(std::move(table));
  const std::vector<LlmCurve> curves = llm_curves(run);
  for (const LlmCurve& curve : curves) section.advice.push_back(curve_advice(curve, language));
  section.advice.push_back(curves.empty() ? model_advice(run, language) : "");
  const bool is_of_one_model =
      std::all_of(measured.begin(), measured.end(), [&](const Result* result) {
        return text_of(*result, "model") == text_of(*measured.front(), "model");
      });
  if (is_of_one_model) section.advice.push_back(capacity_advice(*measured.back(), language));
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
