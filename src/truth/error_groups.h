// SPDX-License-Identifier: MIT
#pragma once
// The errors of judged rows by quantity and, within it, by source, GPU and precision; as a table
// that can be committed, and what has become worse since it was.

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "truth/judged_row.h"

namespace wgf::truth {

// quantity ("TPOT"), by ("all", "source", "gpu", "precision"), name: of a row of the table.
using ErrorGroupKey = std::tuple<std::string, std::string, std::string>;
using ErrorGroups = std::map<ErrorGroupKey, ErrorSummary>;

ErrorGroups error_groups(std::span<const JudgedFile> files);

std::string to_csv(const ErrorGroups& groups);
// Throws Error(csv.*, validate.bad_table).
ErrorGroups parse_error_groups(std::string_view csv, const std::string& file);

struct Regression {
  ErrorGroupKey group;
  std::string figure;  // "median", "p90", "inside", "rows"
  ErrorSummary now, then;
};
// A group that is gone has lost its rows.
std::vector<Regression> regressions(const ErrorGroups& now, const ErrorGroups& then);

// Rows that are not used, by what is wrong with them.
struct Unused {
  std::string quantity;  // empty: not even that is known
  std::string reason;
  bool operator<(const Unused& other) const {
    return std::tie(quantity, reason) < std::tie(other.quantity, other.reason);
  }
};
std::map<Unused, std::vector<const JudgedRow*>> unused_rows(std::span<const JudgedFile> files);

// file,line,id,source,…: every row with its prediction or the reason why there is none.
std::string rows_csv(std::span<const JudgedFile> files);

}  // namespace wgf::truth
