// SPDX-License-Identifier: MIT
// comm: what each size of each collective takes, in nccl-tests' columns; and latency and bandwidth
// that explain all of them.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/link_fit.h"
#include "report/tasks/link_matrix.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

std::string operation_of(const Result& result) {
  return result.measured_case.parameters.text("operation", "");
}

std::string microseconds_cell(const Result& result, const char* tag) {
  const auto milliseconds = number_of(result, tag);
  return milliseconds ? format_number(1000 * *milliseconds, 3) : "-";
}

std::string rate_cell(const Result& result, const char* tag) {
  const auto rate = number_of(result, tag);
  return rate ? format_number(*rate, 3) : "-";
}

// Bus bandwidth of our own all-reduce, whose bytes are those of the row.
std::string own_cell(const Result& result, const char* tag) {
  const auto own = number_of(result, tag), time = number_of(result, "step_time"),
             rate = number_of(result, "bus_bandwidth");
  if (!own || !time || !rate || *own <= 0) return "-";
  return format_number(*rate * *time / *own, 3);
}

// "300-345": bus bandwidths of the expected band of times.
std::string expected_cell(const Result& result) {
  const results::Metric* forecast = result.find("step_forecast");
  const auto time = number_of(result, "step_time"), rate = number_of(result, "bus_bandwidth");
  if (forecast == nullptr || !forecast->interval || !time || !rate) return "-";
  const auto at = [&](double ms) { return format_number(*rate * *time / ms, 3); };
  return at(forecast->interval->high) + "-" + at(forecast->interval->low);
}

std::string wrong_cell(const Result& result) {
  const auto wrong = number_of(result, "wrong_values");
  return wrong ? fmt::format("{:.0f}", *wrong) : "-";
}

// "Ring LL128 8": what of NCCL was not left to its choice.
std::string settings_text(const Result& result) {
  std::vector<std::string> parts;
  for (const char* name : {"algorithm", "protocol", "channels", "gdr_level", "registered"})
    if (const results::Value* value = result.measured_case.parameters.find(name))
      parts.push_back(results::to_text(*value));
  if (const results::Value* index = result.measured_case.parameters.find("gid_index"))
    parts.push_back("GID " + results::to_text(*index));
  return parts.empty() ? "-" : join(parts, " ");
}

// A CPU has but one.
std::string caller_of(const Result& result) {
  if (result.measured_case.device == "cpu") return "-";
  return result.measured_case.parameters.text("through", "c10d");
}

std::string pair_text(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  if (parameters.find("from") == nullptr) return "-";
  return fmt::format("{} - {}", parameters.integer("from"), parameters.integer("to"));
}

// Above 1 faster than the reference.
std::optional<double> reference_ratio(const Result& result) {
  const auto reference = number_of(result, "reference_time"), time = number_of(result, "step_time");
  if (!reference || !time || *time <= 0) return std::nullopt;
  return *reference / *time;
}

std::string ratio_cell(const Result& result) {
  const auto ratio = reference_ratio(result);
  return ratio ? fmt::format("{:.3f}", *ratio) : "-";
}

std::string reference_advice(const Run& run, Language language) {
  std::vector<double> ratios;
  for (const Result* result : measured_of(run))
    if (const auto ratio = reference_ratio(*result)) ratios.push_back(*ratio);
  if (ratios.empty()) return "";
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  const auto below =
      std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio < 1; });
  return messages::render({"tasks.comm_advice_reference",
                           {{"least", fmt::format("{:.3f}", *least)},
                            {"most", fmt::format("{:.3f}", *most)},
                            {"count", std::to_string(below)},
                            {"total", std::to_string(ratios.size())}}},
                          language);
}

// Of one collective called in one way.
std::string link_advice(const Run& run, const std::string& operation, const std::string& way,
                        Language language) {
  std::vector<SizedTime> times;
  for (const Result* result : measured_of(run))
    if (const auto time = number_of(*result, "step_time");
        time && operation_of(*result) == operation && collective_way(*result) == way &&
        result->measured_case.parameters.find("from") == nullptr)
      times.push_back(
          {static_cast<double>(result->measured_case.parameters.integer("bytes")), *time / 1000});
  const auto fit = fit_link(times);
  if (!fit) return "";
  return messages::render({"tasks.comm_advice_fit",
                           {{"operation", way.empty() ? operation : operation + " " + way},
                            {"latency", format_number(1e6 * fit->latency_s, 3)},
                            {"bandwidth", format_number(fit->bytes_per_s / 1e9, 3)},
                            {"error", percent_text(100 * fit->median_error)}}},
                          language);
}

}  // namespace

std::string collective_way(const Result& result) {
  std::vector<std::string> parts;
  for (std::string part : {caller_of(result), settings_text(result)})
    if (part != "-") parts.push_back(std::move(part));
  return join(parts, " ");
}

TaskSection comm_section(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  TaskSection section;
  section.table.columns = {text_column("tasks.comm_column_operation", language),
                           number("tasks.comm_column_size"),
                           text_column("tasks.comm_column_type", language),
                           number("tasks.train_column_ranks"),
                           text_column("tasks.comm_column_pair", language),
                           text_column("tasks.comm_column_through", language),
                           text_column("tasks.comm_column_settings", language),
                           number("tasks.comm_column_chained"),
                           number("tasks.comm_column_fresh"),
                           number("tasks.comm_column_graph"),
                           number("tasks.comm_column_algorithm"),
                           number("tasks.comm_column_bus"),
                           number("tasks.comm_column_expected"),
                           number("tasks.comm_column_reference"),
                           number("tasks.comm_column_ratio"),
                           number("tasks.comm_column_one_shot"),
                           number("tasks.comm_column_two_shot"),
                           number("tasks.comm_column_wrong")};
  std::vector<std::pair<std::string, std::string>> links;  // operation, way
  for (const Result& result : run.results) {
    const bool is_ok = result.status == results::Status::ok;
    const results::Parameters& parameters = result.measured_case.parameters;
    section.table.rows.push_back(
        {operation_of(result), format_bytes(Bytes(parameters.integer("bytes"))),
         parameters.text("type", ""), std::to_string(result.measured_case.ranks()),
         pair_text(result), caller_of(result), settings_text(result),
         is_ok ? microseconds_cell(result, "step_time") : status_text(result, language),
         microseconds_cell(result, "latency"), microseconds_cell(result, "graph_time"),
         rate_cell(result, "algorithm_bandwidth"), rate_cell(result, "bus_bandwidth"),
         expected_cell(result), microseconds_cell(result, "reference_time"), ratio_cell(result),
         own_cell(result, "one_shot_time"), own_cell(result, "two_shot_time"), wrong_cell(result)});
    if (std::pair link(operation_of(result), collective_way(result));
        links.empty() || links.back() != link)
      links.push_back(std::move(link));
  }
  drop_empty_columns(section.table, 4);
  section.more = rank_matrices(run, language);
  for (const auto& [operation, way] : links)
    section.advice.push_back(link_advice(run, operation, way, language));
  section.advice.push_back(reference_advice(run, language));
  for (std::string& sentence : slow_pairs(run, language))
    section.advice.push_back(std::move(sentence));
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
