// SPDX-License-Identifier: MIT
#pragma once
// A row of a file of published measurements: its cells by the names of their columns, and what
// rows of training and of serving say in the same way.

#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/csv.h"
#include "truth/row_network.h"
#include "truth/row_reasons.h"

namespace wgf::truth {

// "1024", "1,024", "12,345.5": the whole text; nothing where anything else stands there.
std::optional<double> parse_separated_number(std::string_view text);

class Cells {
 public:
  Cells(const catalog::CsvTable& table, const catalog::CsvRow& row)
      : table_(table), record_(table, row) {}
  std::string text(std::string_view column) const {
    return std::string(record_.text(table_.find(column)));
  }
  std::optional<double> number(std::string_view column) const {
    return parse_separated_number(text(column));
  }
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
  RowReason reason;
  bool breaks_physics = false;
};

template <typename Value>
Value need(std::optional<Value> value, RowReason reason) {
  if (!value) throw Unreadable{reason};
  return *value;
}

// A row that cannot be read: what it lacks, or what in it breaks physics.
struct UnreadRow {
  std::string id, group;
  std::string reason;  // "no layout", "model without layers", …
};

RowShape shape_of(const Cells& cells);

// "pytorch/ao docs/…" → "pytorch/ao"; MLPerf's submitters are one group.
std::string group_of_source(std::string_view source);

}  // namespace wgf::truth
