// SPDX-License-Identifier: MIT
// max-batch: memory and throughput at each size, held against the limit and the forecast.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/statistics.h"
#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;
using results::Status;

// The knee: the smallest batch whose throughput is this near to the best.
constexpr double near_best = 0.95;

std::int64_t batch_of(const Result& result) {
  return result.measured_case.parameters.integer("batch_size");
}

// In the order of their sizes; of a size that was tried again the last counts.
std::map<std::int64_t, const Result*> by_size(const Run& run) {
  std::map<std::int64_t, const Result*> sizes;
  for (const Result& result : run.results) sizes[batch_of(result)] = &result;
  return sizes;
}

std::string difference_text(const Result& result) {
  const auto forecast = number_of(result, "memory_forecast"), measured = memory_in_use(result);
  if (!forecast || !measured || *measured <= 0) return "-";
  const double percent = std::round(100 * (*forecast / *measured - 1));
  return percent == 0 ? "0 %" : fmt::format("{:+.0f} %", percent);
}

// Sizes around the limit: the largest that ran, the smallest above it that memory did not hold, and
// one above it that ended otherwise, and the search with it.
struct Ends {
  const Result *largest = nullptr, *failed = nullptr, *broken = nullptr, *within = nullptr,
               *knee = nullptr, *fastest = nullptr;
  int measured = 0;  // sizes
};

Ends ends_of(const std::map<std::int64_t, const Result*>& sizes) {
  Ends ends;
  for (const auto& [batch, result] : sizes) {
    if (result->status != Status::ok) {
      const bool has_no_say = result->status == Status::interrupted;
      const Result*& end = result->status == Status::out_of_memory ? ends.failed : ends.broken;
      if (end == nullptr && !has_no_say) end = result;
      continue;
    }
    ends.largest = result;
    ++ends.measured;
    ends.broken = nullptr;
    const auto used = memory_in_use(*result), budget = number_of(*result, "memory_budget");
    if (!used || !budget || *used <= *budget) ends.within = result;
    const auto rate = number_of(*result, "throughput");
    if (rate && (ends.fastest == nullptr || *rate > *number_of(*ends.fastest, "throughput")))
      ends.fastest = result;
  }
  for (const auto& [batch, result] : sizes) {
    const auto rate = number_of(*result, "throughput");
    if (ends.knee == nullptr && ends.fastest && result->status == Status::ok && rate &&
        *rate >= near_best * *number_of(*ends.fastest, "throughput"))
      ends.knee = result;
  }
  return ends;
}

std::string size_text(const Result& result) {
  return std::to_string(batch_of(result));
}

std::string largest_advice(const Ends& ends, bool is_partial, Language language) {
  if (ends.largest == nullptr && ends.failed != nullptr)
    return messages::render({"tasks.advice_none_fits", {{"failed", size_text(*ends.failed)}}},
                            language);
  if (ends.largest == nullptr) return "";
  const char* key = "tasks.advice_no_limit_met";
  if (ends.failed != nullptr)
    key = batch_of(*ends.failed) - batch_of(*ends.largest) == 1 ? "tasks.advice_largest_exact"
                                                                : "tasks.advice_largest";
  if (ends.failed != nullptr && is_partial) key = "tasks.advice_search_stopped";
  if (ends.broken != nullptr) key = "tasks.advice_search_broken";
  return messages::render({key,
                           {{"batch", size_text(*ends.largest)},
                            {"memory", memory_text(memory_in_use(*ends.largest))},
                            {"limit", memory_text(number_of(*ends.largest, "memory_limit"))},
                            {"failed", ends.failed ? size_text(*ends.failed) : "-"},
                            {"broken", ends.broken ? size_text(*ends.broken) : "-"}}},
                          language);
}

std::string budget_advice(const Ends& ends, Language language) {
  if (ends.largest == nullptr) return "";
  const auto limit = number_of(*ends.largest, "memory_limit"),
             budget = number_of(*ends.largest, "memory_budget");
  if (!limit || !budget || *limit <= 0) return "";
  const std::string share = format_number(100 * *budget / *limit, 3);
  if (ends.within == nullptr)
    return messages::render({"tasks.advice_none_within", {{"percent", share}}}, language);
  return messages::render({"tasks.advice_within",
                           {{"percent", share},
                            {"batch", size_text(*ends.within)},
                            {"memory", memory_text(memory_in_use(*ends.within))}}},
                          language);
}

std::string knee_advice(const Ends& ends, Language language) {
  if (ends.knee == nullptr || ends.measured < 2) return "";
  const bool is_enough = ends.largest && batch_of(*ends.knee) < batch_of(*ends.largest);
  const char* still_grows = ends.failed ? "tasks.advice_no_knee" : "tasks.advice_no_knee_tried";
  return messages::render({is_enough ? "tasks.advice_knee" : still_grows,
                           {{"batch", size_text(*ends.knee)},
                            {"rate", cell_of(*ends.knee, "throughput")},
                            {"best", size_text(*ends.fastest)},
                            {"best_rate", cell_of(*ends.fastest, "throughput")}}},
                          language);
}

std::string forecast_advice(const std::map<std::int64_t, const Result*>& sizes, Language language) {
  std::vector<double> errors;
  for (const auto& [batch, result] : sizes) {
    const auto forecast = number_of(*result, "memory_forecast"), used = memory_in_use(*result);
    if (result->status == Status::ok && forecast && used && *used > 0)
      errors.push_back(100 * std::abs(*forecast / *used - 1));
  }
  if (errors.empty()) return "";
  return messages::render({"tasks.advice_forecast", {{"percent", percent_text(median(errors))}}},
                          language);
}

}  // namespace

TaskSection max_batch_section(const Run& run, Language language) {
  TaskSection section;
  section.table.columns = {number_column("tasks.column_batch", language),
                           number_column("tasks.column_memory", language),
                           number_column("tasks.column_forecast", language),
                           number_column("tasks.column_difference", language),
                           number_column("tasks.column_step", language),
                           number_column("tasks.column_throughput", language)};
  const auto sizes = by_size(run);
  for (const auto& [batch, result] : sizes) {
    const bool is_ok = result->status == Status::ok;
    section.table.rows.push_back(
        {std::to_string(batch),
         is_ok ? memory_text(memory_in_use(*result)) : status_text(*result, language),
         memory_text(number_of(*result, "memory_forecast")), is_ok ? difference_text(*result) : "-",
         cell_of(*result, "step_time"), cell_of(*result, "throughput")});
  }
  const Ends ends = ends_of(sizes);
  section.advice = {largest_advice(ends, run.partial, language), budget_advice(ends, language),
                    knee_advice(ends, language), forecast_advice(sizes, language)};
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
