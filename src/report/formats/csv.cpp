// SPDX-License-Identifier: MIT
// One row per metric per result, every number with all its digits: for spreadsheets and data
// frames. Of several runs the first column says which file it is from. Where ranks took part, each
// has its rows below those of all together, and two columns more say which and where. Headings are
// the same in every language, since programs read them.

#include <fmt/format.h>

#include <cmath>

#include "base/percentiles.h"
#include "base/statistics.h"
#include "base/text.h"
#include "report/formats/report_format.h"
#include "report/table.h"

namespace wgf::report {
namespace {

using results::Metric;
using results::Result;

constexpr std::size_t rank_columns = 2;

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

struct Devices {
  std::string ids, names;
};

std::vector<std::string> case_cells(const Result& result, const Devices& devices) {
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
          devices.ids,
          devices.names,
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
  row.insert(row.end(),
             {std::to_string(summary.count), number(summary.min), number(summary.max),
              number(summary.mean), number(summary.standard_deviation), number(summary.median),
              number(summary.p95), number(told_p99(summary.count, summary.p99))});
}

bool has_ranks(const ReportInput& input) {
  for (const results::Run& run : input.runs)
    for (const Result& result : run.results)
      if (!result.ranks.empty()) return true;
  return false;
}

void append_ranks(Table& table, const Result& result, const std::vector<std::string>& source) {
  for (const results::Rank& rank : result.ranks)
    for (const Metric& metric : rank.metrics) {
      const results::Device& device = result.devices.at(rank.device);
      std::vector<std::string> row = source;
      for (std::string& cell : case_cells(result, {device.id, device.name}))
        row.push_back(std::move(cell));
      append_metric(row, metric);
      row.resize(table.columns.size() - rank_columns);
      row.insert(row.end(), {std::to_string(rank.rank), rank.node});
      table.rows.push_back(std::move(row));
    }
}

void append_rows(Table& table, const Result& result, const std::vector<std::string>& source) {
  const auto row = [&] {
    std::vector<std::string> cells = source;
    const Devices devices{results::device_ids(result.devices),
                          results::device_names(result.devices)};
    for (std::string& cell : case_cells(result, devices)) cells.push_back(std::move(cell));
    return cells;
  };
  // A result without numbers keeps its row: what failed must not look like what was never tried.
  if (result.metrics.empty()) table.rows.push_back(row());
  for (const Metric& metric : result.metrics) {
    table.rows.push_back(row());
    append_metric(table.rows.back(), metric);
  }
  append_ranks(table, result, source);
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
  if (has_ranks(input)) table.columns.insert(table.columns.end(), {{"rank"}, {"node"}});
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const std::string name = i < input.names.size() ? input.names[i] : std::to_string(i + 1);
    const std::vector<std::string> source =
        has_files ? std::vector<std::string>{name} : std::vector<std::string>{};
    for (const Result& result : input.runs[i].results) append_rows(table, result, source);
  }
  return to_csv(table);
}

}  // namespace wgf::report
