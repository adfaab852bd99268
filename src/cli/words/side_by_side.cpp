// SPDX-License-Identifier: MIT
#include "cli/words/side_by_side.h"

#include <algorithm>

#include "base/text.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

bool is_within_width(const std::string& text) {
  for (const std::string& line : split(text, '\n'))
    if (display_width(line) > text_width()) return false;
  return true;
}

}  // namespace

SideBySide::SideBySide(std::string heading, const std::vector<std::string>& names) {
  table_.columns.push_back({std::move(heading)});
  for (const std::string& name : names) table_.columns.push_back({name, report::Align::right});
}

void SideBySide::add(const std::string& term, const std::vector<std::string>& figures) {
  const auto is_empty = [](const std::string& one) { return one.empty(); };
  if (std::all_of(figures.begin(), figures.end(), is_empty)) return;
  table_.rows.push_back({term});
  for (const std::string& one : figures) table_.rows.back().push_back(one.empty() ? "-" : one);
}

std::string SideBySide::text(const Context& context) const {
  report::Table shown = table_;
  std::string text = report::to_terminal(shown);
  while (shown.columns.size() > 2 && !is_within_width(text)) {
    shown.columns.pop_back();
    for (std::vector<std::string>& row : shown.rows) row.resize(shown.columns.size());
    text = report::to_terminal(shown);
  }
  const std::size_t cut = table_.columns.size() - shown.columns.size();
  if (cut == 0) return text;
  return text + paragraph({"predict.explained_first",
                           {{"shown", std::to_string(shown.columns.size() - 1)},
                            {"count", std::to_string(table_.columns.size() - 1)}}},
                          context);
}

}  // namespace wgf::cli
