// SPDX-License-Identifier: MIT
// What the terminal shows, and report.txt.

#include <algorithm>

#include "base/text.h"
#include "report/report_format.h"
#include "report/result_table.h"
#include "report/table.h"

namespace wgf::report {
namespace {

std::string lines_text(const std::vector<LabelledText>& lines) {
  std::size_t width = 0;
  for (const LabelledText& line : lines) width = std::max(width, display_width(line.first));
  std::string text;
  for (const auto& [label, value] : lines) text += pad_right(label, width) + "  " + value + "\n";
  return text;
}

}  // namespace

std::string write_text(const results::Run& run, messages::Language language) {
  const ResultTable results = result_table(run, language);
  std::vector<LabelledText> header = machine_lines(run, language);
  for (LabelledText& line : condition_lines(run, language)) header.push_back(std::move(line));
  std::string text = lines_text(header) + "\n";
  text += to_terminal(results.table);
  for (const std::string& note : results.notes) text += note + "\n";
  text += "\n" + count_line(run, language) + "\n";
  for (const std::string& note : reading_notes(run, language)) text += note + "\n";
  return text;
}

}  // namespace wgf::report
