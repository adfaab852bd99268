// SPDX-License-Identifier: MIT
#pragma once
// --explain of several forecasts: every term with a figure of each, side by side.

#include <string>
#include <vector>

#include "cli/command.h"
#include "report/table.h"

namespace wgf::cli {

class SideBySide {
 public:
  // heading: of the terms; names: of the forecasts.
  SideBySide(std::string heading, const std::vector<std::string>& names);

  // A figure of each forecast; none where the term is nothing in all of them.
  void add(const std::string& term, const std::vector<std::string>& figures);

  // As many forecasts, from the first, as 80 columns hold, and how many that are.
  std::string text(const Context& context) const;

 private:
  report::Table table_;
};

}  // namespace wgf::cli
