// SPDX-License-Identifier: MIT
#pragma once
// The cells of one row of measurements, and why a row cannot be read.

#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "catalog/csv.h"

namespace wgf::advisor {

// The cells of one row by the names of their columns.
class Cells {
 public:
  Cells(const catalog::CsvTable& table, const catalog::CsvRow& row)
      : table_(table), record_(table, row) {}
  std::string text(std::string_view column) const {
    return std::string(record_.text(table_.find(column)));
  }
  std::optional<double> number(std::string_view column) const { return parse_number(text(column)); }
  std::optional<int> count(std::string_view column) const {
    const std::optional<double> value = number(column);
    return value && *value >= 1 && *value < 1e9 ? std::optional(static_cast<int>(*value))
                                                : std::nullopt;
  }

 private:
  const catalog::CsvTable& table_;
  catalog::CsvRecord record_;
};

// Why a row cannot be read.
struct Unreadable {
  const char* reason;
};

template <typename Value>
Value need(std::optional<Value> value, const char* reason) {
  if (!value) throw Unreadable{reason};
  return *value;
}

}  // namespace wgf::advisor
