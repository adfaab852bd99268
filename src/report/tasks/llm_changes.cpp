// SPDX-License-Identifier: MIT
#include "report/tasks/llm_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/llm_timeline.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Timeline;

struct ChangeInfo {
  const char* phase;
  const char* name;
};
constexpr ChangeInfo timed[] = {{"one_by_one", "tasks.llm_profile_one_by_one"},
                                {"without_norms", "tasks.llm_profile_without_norms"},
                                {"fewer_bytes", "tasks.llm_profile_fewer_bytes"}};

const std::vector<double>* samples_of(const Result& result, const std::string& phase) {
  const results::Metric* time = result.find(phase + ".step_time");
  return time == nullptr || time->samples.empty() ? nullptr : &time->samples;
}

std::string gain_text(const LlmChange& change) {
  const auto percent = [](double gain) { return fmt::format("{:+.1f}", 100 * gain); };
  if (!change.interval) return percent(change.gain) + " %";
  return fmt::format("{} [{}, {}] %", percent(change.gain), percent(change.interval->low),
                     percent(change.interval->high));
}

Table table_of(const Result& result, const std::vector<LlmChange>& changes, Language language) {
  Table table;
  table.columns = {text_column("tasks.llm_profile_column_change", language),
                   number_column("tasks.llm_column_token_time", language),
                   number_column("tasks.llm_column_rate", language),
                   number_column("tasks.llm_profile_column_gain", language)};
  const auto batch = static_cast<double>(result.measured_case.parameters.integer("batch_size", 1));
  for (const LlmChange& change : changes)
    table.rows.push_back(
        {messages::render({change.name, {{"share", percent_text(100 * change.bytes_share)}}},
                          language),
         format_number(change.step_ms, 4), format_number(1e3 * batch / change.step_ms, 4),
         &change == &changes.front() ? "" : gain_text(change)});
  return table;
}

// Launches end to end: recording lengthens the gaps between them more than themselves, so that the
// step is the one that was timed.
std::optional<LlmChange> without_gaps(const Result& result, double step_ms) {
  for (const Timeline& timeline : result.timelines) {
    if (timeline.phase != "decode") continue;
    const double busy_ms = (timeline.period_us - gap_us(timeline)) * 1e-3;
    if (busy_ms <= 0) return std::nullopt;
    const double left_ms = std::min(step_ms, busy_ms);
    return LlmChange{.name = "tasks.llm_profile_without_gaps",
                     .step_ms = left_ms,
                     .gain = step_ms / left_ms - 1};
  }
  return std::nullopt;
}

double bytes_share(const Result& result, const std::string& phase) {
  const auto all = number_of(result, "decode.bytes_per_step"),
             read = number_of(result, phase + ".bytes_per_step");
  return all && read && *all > 0 ? *read / *all : 1;
}

}  // namespace

std::vector<LlmChange> llm_changes(const Result& result) {
  const std::vector<double>* base = samples_of(result, "decode");
  if (base == nullptr) return {};
  std::vector<LlmChange> changes = {
      {.name = "tasks.llm_profile_as_it_is", .step_ms = median(*base)}};
  if (auto change = without_gaps(result, median(*base))) changes.push_back(*change);
  for (const ChangeInfo& info : timed) {
    const std::vector<double>* times = samples_of(result, info.phase);
    if (times == nullptr) continue;
    const Interval ratio = median_ratio_interval(*base, *times);
    changes.push_back({.name = info.name,
                       .step_ms = median(*times),
                       .gain = median(*base) / median(*times) - 1,
                       .interval = Interval{ratio.low - 1, ratio.high - 1},
                       .bytes_share = bytes_share(result, info.phase)});
  }
  if (changes.size() == 1) changes.clear();
  return changes;
}

std::vector<TitledTable> change_tables(const results::Run& run, Language language) {
  std::vector<TitledTable> tables;
  for (std::size_t i = 0; i < run.results.size(); ++i)
    if (const std::vector<LlmChange> changes = llm_changes(run.results[i]); !changes.empty())
      tables.push_back(
          {messages::render(
               {"tasks.llm_profile_changes", {{"case", profiled_label(run.results[i])}}}, language),
           table_of(run.results[i], changes, language)});
  return tables;
}

}  // namespace wgf::report
