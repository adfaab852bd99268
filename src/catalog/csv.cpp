// SPDX-License-Identifier: MIT
#include "catalog/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"

namespace wgf::catalog {
namespace {

// Cuts text into records. at_ never stands inside a field between two calls.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
  }

  // False at the end of the text.
  bool next(CsvRow& row) {
    skip_blank_lines();
    if (at_ == text_.size()) return false;
    start_ = at_;
    row = {line_, {}};
    row.cells.reserve(width_);
    do row.cells.push_back(field());
    while (take(','));
    if (at_ < text_.size() && !take_line_end()) fail("csv.text_behind_quote", line_);
    width_ = row.cells.size();
    return true;
  }

  // The record that next() threw at: on behind the line it began on.
  void skip_line(const CsvRow& row) {
    at_ = std::min(text_.find('\n', start_), text_.size());
    line_ = row.line;
    take_line_end();
  }

 private:
  bool take(char wanted) {
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  bool take_line_end() {
    const std::size_t size = text_.substr(at_).starts_with("\r\n") ? 2 : 1;
    if (at_ == text_.size() || (size == 1 && text_[at_] != '\n')) return false;
    at_ += size;
    ++line_;
    return true;
  }

  void skip_blank_lines() {
    while (take_line_end()) {
    }
  }

  std::string field() {
    if (take('"')) return quoted();
    const std::size_t first = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '\n') ++at_;
    std::size_t end = at_;
    if (at_ < text_.size() && text_[at_] == '\n' && end > first && text_[end - 1] == '\r') --end;
    at_ = end;
    return std::string(text_.substr(first, end - first));
  }

  std::string quoted() {
    const int first_line = line_;
    std::string field;
    while (true) {
      const std::size_t quote = text_.find('"', at_);
      if (quote == std::string_view::npos) fail("csv.quote_without_end", first_line);
      const std::string_view part = text_.substr(at_, quote - at_);
      line_ += static_cast<int>(std::count(part.begin(), part.end(), '\n'));
      field += part;
      at_ = quote + 1;
      if (!take('"')) return field;
      field += '"';
    }
  }

  [[noreturn]] void fail(std::string_view key, int line) const {
    throw Error({std::string(key), {{"file", file_}, {"line", std::to_string(line)}}});
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0, start_ = 0;  // start_: of the record
  std::size_t width_ = 0;           // of the record before
  int line_ = 1;
};

void check_columns(const CsvTable& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].empty())
      throw Error({"csv.unnamed_column", {{"file", table.file}, {"place", std::to_string(i + 1)}}});
    else if (table.find(table.columns[i]) != i)
      throw Error({"csv.column_twice", {{"file", table.file}, {"column", table.columns[i]}}});
}

}  // namespace

CsvColumn CsvTable::find(std::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

CsvColumn CsvTable::require(std::string_view name) const {
  const CsvColumn column = find(name);
  if (!column) throw Error({"csv.missing_column", {{"file", file}, {"column", std::string(name)}}});
  return column;
}

CsvTable parse_csv(std::string_view text, const std::string& file) {
  Reader reader(text, file);
  CsvRow row;
  if (!reader.next(row)) throw Error({"csv.empty", {{"file", file}}});
  CsvTable table{file, std::move(row.cells), {}};
  check_columns(table);
  while (reader.next(row)) {
    if (row.cells.size() != table.columns.size())
      throw Error({"csv.other_width",
                   {{"file", file},
                    {"line", std::to_string(row.line)},
                    {"fields", std::to_string(row.cells.size())},
                    {"columns", std::to_string(table.columns.size())}}});
    table.rows.push_back(std::move(row));
  }
  return table;
}

CsvTable parse_csv(std::string_view text, const std::string& file, std::vector<CsvFault>& faults) {
  Reader reader(text, file);
  CsvRow row;
  if (!reader.next(row)) throw Error({"csv.empty", {{"file", file}}});
  CsvTable table{file, std::move(row.cells), {}};
  check_columns(table);
  while (true) {
    try {
      if (!reader.next(row)) return table;
    } catch (const Error& fault) {
      faults.push_back({row.line, fault.message().key});
      reader.skip_line(row);
      continue;
    }
    if (row.cells.size() == table.columns.size())
      table.rows.push_back(std::move(row));
    else
      faults.push_back({row.line, "csv.other_width"});
  }
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + "\"";
}

std::string_view CsvRecord::text(CsvColumn column) const {
  return column ? trim(row_.cells[*column]) : std::string_view();
}

std::string_view CsvRecord::required(CsvColumn column) const {
  const std::string_view value = text(column);
  if (value.empty()) fail("csv.empty_field", column);
  return value;
}

std::optional<double> CsvRecord::number(CsvColumn column, double low, double high) const {
  const std::string_view value = text(column);
  if (value.empty()) return std::nullopt;
  const std::optional<double> number = parse_number(value);
  if (!number || !std::isfinite(*number))
    fail("csv.expected_number", column, {{"value", std::string(value)}});
  if (*number < low || *number > high)
    fail("csv.out_of_range", column,
         {{"value", std::string(value)},
          {"low", fmt::format("{}", low)},
          {"high", fmt::format("{}", high)}});
  return number;
}

std::optional<Date> CsvRecord::date(CsvColumn column) const {
  const std::string_view value = text(column);
  if (value.empty() || value == "unknown") return std::nullopt;
  const std::optional<Date> date = parse_date(value);
  if (!date) fail("csv.expected_date", column, {{"value", std::string(value)}});
  return date;
}

void CsvRecord::fail(std::string_view key, CsvColumn column,
                     std::vector<std::pair<std::string, std::string>> args) const {
  Message message{std::string(key),
                  {{"file", table_.file},
                   {"line", std::to_string(row_.line)},
                   {"field", column ? table_.columns[*column] : std::string("?")}}};
  for (auto& arg : args) message.args.push_back(std::move(arg));
  throw Error(std::move(message));
}

}  // namespace wgf::catalog
