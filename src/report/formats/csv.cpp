// SPDX-License-Identifier: MIT
// One row per metric per result, every number with all its digits: for spreadsheets and data
// frames. Of several runs the first column says which file it is from. Headings are the same in
// every language, since programs read them.

#include <fmt/format.h>

#include <cmath>

#include "base/statistics.h"
#include "base/text.h"
#include "report/formats/report_format.h"
#include "report/table.h"

namespace wgf::report {
namespace {

using results::Metric;
using results::Result;

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::string parameter(const Result& result, std::string_view name) {
  const results::Value* value = result.measured_case.parameters.find(name);
  return value == nullptr ? "" : results::to_text(*value);
}

std::string warnings_text(const Result& result) {
  std::vector<std::string> texts;
  for (const Message& warning : result.warnings)
    texts.push_back(messages::render(warning, messages::Language::english));
  return join(texts, "; ");
}

std::vector<std::string> case_cells(const Result& result) {
  const std::string reason =
      result.reason ? messages::render(*result.reason, messages::Language::english) : "";
  return {result.measured_case.key(),
          result.measured_case.benchmark,
          parameter(result, "model"),
          parameter(result, "batch_size"),
          parameter(result, "precision"),
          parameter(result, "launch"),
          parameter(result, "optimizer"),
          parameter(result, "memory_format"),
          parameter(result, "image_size"),
          parameter(result, "sequence_length"),
          result.device.id,
          result.device.name,
          std::string(results::to_text(result.status)),
          reason,
          warnings_text(result)};
}

std::string state_text(results::ThermalState state) {
  if (state == results::ThermalState::burst) return "burst";
  return state == results::ThermalState::sustained ? "sustained" : "";
}

void append_metric(std::vector<std::string>& row, const Metric& metric) {
  row.insert(row.end(),
             {metric.tag, std::string(results::metric_info(metric.tag).unit), number(metric.value),
              metric.interval ? number(metric.interval->low) : "",
              metric.interval ? number(metric.interval->high) : "", state_text(metric.state)});
  if (metric.samples.empty()) return;
  const Summary summary = summarize(metric.samples, {.resamples = 1});
  row.insert(row.end(), {std::to_string(summary.count), number(summary.min), number(summary.max),
                         number(summary.mean), number(summary.standard_deviation),
                         number(summary.median), number(summary.p95), number(summary.p99)});
}

void append_rows(Table& table, const Result& result, const std::vector<std::string>& source) {
  const auto row = [&] {
    std::vector<std::string> cells = source;
    for (std::string& cell : case_cells(result)) cells.push_back(std::move(cell));
    return cells;
  };
  // A result without numbers keeps its row: what failed must not look like what was never tried.
  if (result.metrics.empty()) table.rows.push_back(row());
  for (const Metric& metric : result.metrics) {
    table.rows.push_back(row());
    append_metric(table.rows.back(), metric);
  }
}

}  // namespace

std::string write_csv(const ReportInput& input) {
  // Of one file the name is what the reader typed.
  const bool has_files = input.runs.size() > 1;
  Table table;
  if (has_files) table.columns.push_back({"file"});
  for (const char* title : {"case",         "benchmark",
                            "model",        "batch_size",
                            "precision",    "launch",
                            "optimizer",    "memory_format",
                            "image_size",   "sequence_length",
                            "device",       "device_name",
                            "status",       "reason",
                            "warnings",     "metric",
                            "unit",         "value",
                            "interval_low", "interval_high",
                            "state",        "count",
                            "min",          "max",
                            "mean",         "standard_deviation",
                            "p50",          "p95",
                            "p99"})
    table.columns.push_back({title});
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const std::string name = i < input.names.size() ? input.names[i] : std::to_string(i + 1);
    const std::vector<std::string> source =
        has_files ? std::vector<std::string>{name} : std::vector<std::string>{};
    for (const Result& result : input.runs[i].results) append_rows(table, result, source);
  }
  return to_csv(table);
}

}  // namespace wgf::report
