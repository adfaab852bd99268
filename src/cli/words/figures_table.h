// SPDX-License-Identifier: MIT
#pragma once
// The table of one forecast: a line for each figure, with its interval.

#include <string>

#include "cli/command.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {

class FiguresTable {
 public:
  explicit FiguresTable(const Context& context);
  // `range` may be empty: a figure without an interval.
  void add(const std::string& name, const std::string& value, const std::string& range);
  std::string text() const { return report::to_terminal(table_, text_width()); }

 private:
  report::Table table_;
};

}  // namespace wgf::cli
