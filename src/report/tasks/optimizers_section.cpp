// SPDX-License-Identifier: MIT
// optimizers: what each way of stepping costs in time and memory, and where it led the loss.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/fastest.h"
#include "report/tasks/sections.h"
#include "report/tasks/speedup.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

std::string optimizer_of(const Result& result) {
  return result.measured_case.parameters.text("optimizer");
}

std::string way_of(const Result& result) {
  return result.measured_case.parameters.text("implementation", "fused");
}

std::string share_text(const Result& result) {
  const auto part = number_of(result, "optimizer_time"), step = number_of(result, "step_time");
  return part && step && *step > 0 ? percent_text(100 * *part / *step) : "-";
}

std::string loss_text(const Result& result) {
  const auto loss = number_of(result, "final_loss");
  return loss ? fmt::format("{:.5f}", *loss) : "-";
}

// Of one row's name: ways of stepping are held against each other within it.
std::string row_name(const Run& run, const Result& result) {
  return optimizer_of(result) + other_parameters(run, result, {"optimizer", "implementation"});
}

const Result* measured_as(const std::vector<const Result*>& results, const std::string& optimizer,
                          std::string_view way) {
  for (const Result* result : results)
    if (optimizer_of(*result) == optimizer && way_of(*result) == way) return result;
  return nullptr;
}

std::optional<Interval> time_ratio(const Result& slower, const Result& faster, const char* time) {
  const auto speedup = speedup_of(slower, faster, time);
  return speedup ? speedup->interval : std::nullopt;
}

const ComparedTime stepping_time{
    .value = [](const Result& result) { return number_of(result, "optimizer_time"); },
    .ratio = [](const Result& slower,
                const Result& faster) { return time_ratio(slower, faster, "optimizer_time"); }};

std::string milliseconds_of(const Result& result, const char* time) {
  const auto milliseconds = number_of(result, time);
  return milliseconds ? format_number(*milliseconds, 3) + " ms" : "-";
}

// The slowest way costs more of the step; whether the step itself is longer is another question,
// which its own times answer.
std::string whole_step_advice(const Fastest& fastest, const std::string& row, Language language) {
  const auto quick = number_of(*fastest.first, "step_time"),
             slow = number_of(*fastest.last, "step_time");
  const auto interval = time_ratio(*fastest.last, *fastest.first, "step_time");
  if (!quick || !slow || *quick <= 0 || (interval && interval->low > 1)) return "";
  return messages::render({"tasks.advice_whole_steps",
                           {{"optimizer", row},
                            {"fastest", way_of(*fastest.first)},
                            {"time", milliseconds_of(*fastest.first, "step_time")},
                            {"slowest", way_of(*fastest.last)},
                            {"slow_time", milliseconds_of(*fastest.last, "step_time")},
                            {"times", times_text(*slow / *quick, interval, language)}}},
                          language);
}

// Which way of stepping takes the least time of the step, of those of one row's name.
void add_way_advice(const std::vector<const Result*>& ways, const std::string& row,
                    Language language, std::vector<std::string>& advice) {
  const auto fastest = find_fastest(ways, stepping_time);
  if (!fastest) return;
  std::vector<std::string> near;
  for (const Result* result : fastest->near) near.push_back(way_of(*result));
  const double difference =
      *number_of(*fastest->last, "optimizer_time") - *number_of(*fastest->first, "optimizer_time");
  const double step = number_of(*fastest->last, "step_time").value_or(0);
  const char* told = near.empty() ? "tasks.advice_way" : "tasks.advice_way_near";
  advice.push_back(
      messages::render({fastest->tells_last() ? told : "tasks.advice_way_untold",
                        {{"optimizer", row},
                         {"fastest", way_of(*fastest->first)},
                         {"time", milliseconds_of(*fastest->first, "optimizer_time")},
                         {"near", join(near, ", ")},
                         {"slowest", way_of(*fastest->last)},
                         {"slow_time", milliseconds_of(*fastest->last, "optimizer_time")},
                         {"times", times_text(fastest->ratio, fastest->interval, language)},
                         {"percent", step > 0 ? percent_text(100 * difference / step) : "-"}}},
                       language));
  if (fastest->tells_last()) advice.push_back(whole_step_advice(*fastest, row, language));
}

std::string moments_advice(const std::vector<const Result*>& results, Language language) {
  const Result *sgd = measured_as(results, "sgd", "fused"),
               *adamw = measured_as(results, "adamw", "fused");
  if (sgd == nullptr || adamw == nullptr) return "";
  const auto less = number_of(*sgd, "memory_model_state"),
             more = number_of(*adamw, "memory_model_state");
  if (!less || !more) return "";
  return messages::render({"tasks.advice_moments", {{"extra", memory_text(*more - *less)}}},
                          language);
}

// Sums are rounded in another order, which the steps after that enlarge.
std::string loss_advice(const Run& run, const std::vector<const Result*>& results,
                        Language language) {
  constexpr double same_share = 0.01;
  double largest = 0;
  bool has_ways = false;
  for (const Result* a : results)
    for (const Result* b : results) {
      const auto one = number_of(*a, "final_loss"), other = number_of(*b, "final_loss");
      if (a == b || !one || !other || *one == 0 || row_name(run, *a) != row_name(run, *b)) continue;
      has_ways = true;
      largest = std::max(largest, std::abs(*one - *other) / std::abs(*one));
    }
  if (!has_ways) return "";
  return messages::render(
      {largest <= same_share ? "tasks.advice_same_loss" : "tasks.advice_other_loss",
       {{"percent", percent_text(100 * largest)}}},
      language);
}

}  // namespace

TaskSection optimizers_section(const Run& run, Language language) {
  TaskSection section;
  section.table.columns = {text_column("tasks.column_optimizer", language),
                           text_column("tasks.column_implementation", language),
                           number_column("tasks.column_optimizer_time", language),
                           number_column("tasks.column_step", language),
                           number_column("tasks.column_share", language),
                           number_column("tasks.column_state", language),
                           number_column("tasks.column_peak", language),
                           number_column("tasks.column_loss", language)};
  for (const Result& result : run.results)
    section.table.rows.push_back(
        {row_name(run, result), way_of(result), cell_of(result, "optimizer_time"),
         cell_of(result, "step_time"), share_text(result),
         memory_text(number_of(result, "memory_model_state")),
         memory_text(number_of(result, "memory_allocated_peak")),
         result.status == results::Status::ok ? loss_text(result) : status_text(result, language)});
  const std::vector<const Result*> measured = measured_of(run);
  std::map<std::string, std::vector<const Result*>> ways;
  std::vector<std::string> rows;
  for (const Result* result : measured) {
    const std::string row = row_name(run, *result);
    if (!ways.contains(row)) rows.push_back(row);
    ways[row].push_back(result);
  }
  for (const std::string& row : rows) add_way_advice(ways[row], row, language, section.advice);
  section.advice.push_back(moments_advice(measured, language));
  if (measured.size() > 1) section.advice.push_back(loss_advice(run, measured, language));
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
