// SPDX-License-Identifier: MIT
#include "truth/error_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace wgf::truth {
namespace {

std::string quantity_name(const JudgedRow& row) {
  return row.quantity ? std::string(to_text(*row.quantity)) : std::string();
}

double number_of(const catalog::CsvTable& table, const catalog::CsvRow& line,
                 std::string_view column) {
  const auto value = parse_number(line.cells[*table.require(column)]);
  if (!value)
    throw Error(
        {"validate.bad_table", {{"file", table.file}, {"line", std::to_string(line.line)}}});
  return *value;
}

std::string number_or_empty(bool is_known, double value) {
  return is_known ? fmt::format("{:.6g}", value) : "";
}

// What a spreadsheet would take for a formula gets a ' before it.
std::string safe_field(const std::string& text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  return catalog::csv_field(is_formula ? "'" + text : text);
}

std::string row_csv(const JudgedRow& row) {
  const Prediction& one = row.prediction;
  const bool is_used = row.is_used();
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", safe_field(row.file),
                     row.line, safe_field(one.id), safe_field(row.source), safe_field(one.group),
                     safe_field(row.gpu), safe_field(row.precision), quantity_name(row),
                     row.quantity ? unit_of(*row.quantity) : "",
                     number_or_empty(is_used, one.truth), number_or_empty(is_used, one.predicted),
                     number_or_empty(is_used, one.low), number_or_empty(is_used, one.high),
                     is_used ? fmt::format("{:.2f}", one.error() * 100) : "",
                     !is_used          ? ""
                     : one.is_inside() ? "yes"
                                       : "no",
                     safe_field(row.reason), row.breaks_physics ? "yes" : "no");
}

}  // namespace

ErrorGroups error_groups(std::span<const JudgedFile> files) {
  std::map<ErrorGroupKey, std::vector<const Prediction*>> members;
  for (const JudgedFile& file : files)
    for (const JudgedRow& row : file.rows) {
      if (!row.is_used()) continue;
      const std::string quantity = quantity_name(row);
      members[{quantity, "all", ""}].push_back(&row.prediction);
      members[{quantity, "source", row.prediction.group}].push_back(&row.prediction);
      members[{quantity, "gpu", row.gpu}].push_back(&row.prediction);
      members[{quantity, "precision", row.precision}].push_back(&row.prediction);
    }
  ErrorGroups groups;
  for (const auto& [key, predictions] : members) groups[key] = summary_of(predictions);
  return groups;
}

std::string to_csv(const ErrorGroups& groups) {
  std::string text = "quantity,by,name,rows,median,mean,p90,max,inside,width\n";
  for (const auto& [key, one] : groups) {
    const auto& [quantity, by, name] = key;
    text += fmt::format("{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}\n", quantity, by,
                        catalog::csv_field(name), one.rows, one.median, one.mean, one.p90, one.max,
                        one.inside, one.width);
  }
  return text;
}

ErrorGroups parse_error_groups(std::string_view csv, const std::string& file) {
  const catalog::CsvTable table = catalog::parse_csv(csv, file);
  const auto quantity = table.require("quantity"), by = table.require("by"),
             name = table.require("name");
  ErrorGroups groups;
  for (const catalog::CsvRow& line : table.rows) {
    const auto number = [&](std::string_view column) { return number_of(table, line, column); };
    ErrorSummary one;
    one.rows = static_cast<std::size_t>(std::max(0.0, number("rows")));
    one.median = number("median");
    one.mean = number("mean");
    one.p90 = number("p90");
    one.max = number("max");
    one.inside = number("inside");
    one.width = number("width");
    groups[{line.cells[*quantity], line.cells[*by], line.cells[*name]}] = one;
  }
  return groups;
}

std::vector<Regression> regressions(const ErrorGroups& now, const ErrorGroups& then) {
  std::vector<Regression> found;
  for (const auto& [key, before] : then) {
    const auto place = now.find(key);
    const ErrorSummary today = place == now.end() ? ErrorSummary{} : place->second;
    const std::string figure = worse_figure(today, before);
    if (!figure.empty()) found.push_back({key, figure, today, before});
  }
  return found;
}

std::map<Unused, std::vector<const JudgedRow*>> unused_rows(std::span<const JudgedFile> files) {
  std::map<Unused, std::vector<const JudgedRow*>> found;
  for (const JudgedFile& file : files)
    for (const JudgedRow& row : file.rows)
      if (!row.is_used()) found[{quantity_name(row), row.reason}].push_back(&row);
  return found;
}

std::string rows_csv(std::span<const JudgedFile> files) {
  std::string text =
      "file,line,id,source,group,gpu,precision,quantity,unit,measured,predicted,low,high,"
      "error_percent,inside,reason,breaks_physics\n";
  for (const JudgedFile& file : files)
    for (const JudgedRow& row : file.rows) text += row_csv(row);
  return text;
}

}  // namespace wgf::truth
