// SPDX-License-Identifier: MIT
#pragma once
// Comma-separated values as RFC 4180 has them, with the line each record begins on: quoted fields
// may hold commas, quotes ("") and line ends. Lines end in LF or CRLF; a byte order mark and blank
// lines are passed over.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date.h"

namespace wgf::catalog {

struct CsvRow {
  int line = 0;
  std::vector<std::string> cells;  // as many as there are columns
};

// Where a column stands; nothing: the file has none of that name.
using CsvColumn = std::optional<std::size_t>;

struct CsvTable {
  std::string file;  // as messages show it
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;

  CsvColumn find(std::string_view name) const;
  CsvColumn require(std::string_view name) const;  // throws Error(csv.missing_column)
};

// Throws Error(csv.*) with file and line: a quote that does not end, text behind a closing quote, a
// row of more or fewer fields than there are columns, a column twice, no column at all.
CsvTable parse_csv(std::string_view text, const std::string& file);

// A record that cannot be read, the line it begins on and why.
struct CsvFault {
  int line = 0;
  std::string key;  // "csv.other_width"
};
// The same of files of anybody's: a record at fault is left out and named, those behind it are
// read. Throws where the heading is none.
CsvTable parse_csv(std::string_view text, const std::string& file, std::vector<CsvFault>& faults);

// A field for a CSV file: in quotes where it must be.
std::string csv_field(std::string_view text);

// One row's fields, checked as they are read: each throws Error(csv.*) with file, line and column.
class CsvRecord {
 public:
  CsvRecord(const CsvTable& table, const CsvRow& row) : table_(table), row_(row) {}

  std::string_view text(CsvColumn column) const;      // empty where there is none
  std::string_view required(CsvColumn column) const;  // never empty
  // Nothing where the field is empty; low and high are allowed.
  std::optional<double> number(CsvColumn column, double low, double high) const;
  std::optional<Date> date(CsvColumn column) const;

  int line() const { return row_.line; }
  // args come behind file, line and field.
  [[noreturn]] void fail(std::string_view key, CsvColumn column,
                         std::vector<std::pair<std::string, std::string>> args = {}) const;

 private:
  const CsvTable& table_;
  const CsvRow& row_;
};

}  // namespace wgf::catalog
