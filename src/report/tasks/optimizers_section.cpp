// SPDX-License-Identifier: MIT
// optimizers: what each way of stepping costs in time and memory, and where it led the loss.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

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

const Result* measured_as(const std::vector<const Result*>& results, const std::string& optimizer,
                          std::string_view way) {
  for (const Result* result : results)
    if (optimizer_of(*result) == optimizer && way_of(*result) == way) return result;
  return nullptr;
}

// The slowest other way of the same optimizer, which fused is held against.
const Result* slowest_other(const std::vector<const Result*>& results,
                            const std::string& optimizer) {
  const Result* slowest = nullptr;
  for (const Result* result : results) {
    if (optimizer_of(*result) != optimizer || way_of(*result) == "fused") continue;
    const auto time = number_of(*result, "optimizer_time");
    if (time && (slowest == nullptr || *time > *number_of(*slowest, "optimizer_time")))
      slowest = result;
  }
  return slowest;
}

std::string fused_advice(const std::vector<const Result*>& results, const std::string& optimizer,
                         Language language) {
  const Result *fused = measured_as(results, optimizer, "fused"),
               *other = slowest_other(results, optimizer);
  if (fused == nullptr || other == nullptr) return "";
  const auto quick = number_of(*fused, "optimizer_time"),
             slow = number_of(*other, "optimizer_time"), step = number_of(*other, "step_time");
  if (!quick || !slow || !step || *quick <= 0 || *step <= 0) return "";
  return messages::render({*slow > *quick ? "tasks.advice_fused" : "tasks.advice_not_fused",
                           {{"optimizer", optimizer},
                            {"other", way_of(*other)},
                            {"fused_ms", format_number(*quick, 3)},
                            {"other_ms", format_number(*slow, 3)},
                            {"ratio", format_number(*slow / *quick, 2)},
                            {"percent", percent_text(100 * std::abs(*slow - *quick) / *step)}}},
                          language);
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
std::string loss_advice(const std::vector<const Result*>& results, Language language) {
  constexpr double same_share = 0.01;
  double largest = 0;
  for (const Result* a : results)
    for (const Result* b : results) {
      const auto one = number_of(*a, "final_loss"), other = number_of(*b, "final_loss");
      if (one && other && *one != 0 && optimizer_of(*a) == optimizer_of(*b))
        largest = std::max(largest, std::abs(*one - *other) / std::abs(*one));
    }
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
        {optimizer_of(result), way_of(result), cell_of(result, "optimizer_time"),
         cell_of(result, "step_time"), share_text(result),
         memory_text(number_of(result, "memory_model_state")),
         memory_text(number_of(result, "memory_allocated_peak")),
         result.status == results::Status::ok ? loss_text(result) : status_text(result, language)});
  const std::vector<const Result*> measured = measured_of(run);
  for (const char* optimizer : {"sgd", "adam", "adamw"})
    section.advice.push_back(fused_advice(measured, optimizer, language));
  section.advice.push_back(moments_advice(measured, language));
  if (measured.size() > 1) section.advice.push_back(loss_advice(measured, language));
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
