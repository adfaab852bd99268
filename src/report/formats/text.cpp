// SPDX-License-Identifier: MIT
// What the terminal shows, and report.txt.

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "report/formats/report_format.h"
#include "report/ranks.h"
#include "report/result_table.h"
#include "report/score_section.h"
#include "report/table.h"
#include "report/tasks/link_matrix.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

std::string sentence(const std::string& text, std::size_t width) {
  return (width > 0 ? wrapped(printable(text), width, 2) : printable(text)) + "\n";
}

// Last, where a reader of a terminal looks first.
std::string score_part(const results::Run& run, messages::Language language, std::size_t width) {
  std::string text;
  const std::vector<std::string> ratings = rating_lines(run, language);
  if (!ratings.empty()) text += "\n";
  for (const std::string& line : ratings) text += sentence(line, width);
  if (!run.score) return text;
  text += "\n" + to_terminal(rank_table(*run.score, RankRows::neighbours, language), width);
  for (const std::string& note : score_notes(*run.score, language)) text += sentence(note, width);
  return text + "\n" + to_terminal(score_lines(*run.score, language));
}

std::string titled_part(const TitledTable& part, std::size_t width) {
  return "\n" + printable(part.title) + "\n" + to_terminal(part.table, width);
}

std::string counts_part(const results::Run& run, messages::Language language, std::size_t width) {
  const std::string convergence = convergence_line(run, language);
  return "\n" + printable(count_line(run, language)) + "\n" +
         (convergence.empty() ? "" : sentence(convergence, width));
}

// Instead of the usual table; the advice last.
std::string task_part(const results::Run& run, const TaskSection& task, messages::Language language,
                      std::size_t width) {
  std::string text = to_terminal(task.table, width);
  for (const TitledTable& more : task.more) text += titled_part(more, width);
  for (const std::string& note : task_notes(run, language)) text += sentence(note, width);
  text += counts_part(run, language, width) + "\n";
  for (const std::string& advice : task.advice) text += sentence(advice, width);
  return text;
}

}  // namespace

std::string to_terminal(const std::vector<LabelledText>& lines) {
  std::size_t width = 0;
  for (const LabelledText& line : lines) width = std::max(width, display_width(line.first));
  std::string text;
  for (const auto& [label, value] : lines)
    text += pad_right(label, width) + "  " + printable(value) + "\n";
  return text;
}

std::string write_text(const results::Run& run, messages::Language language, std::size_t width) {
  std::vector<LabelledText> header = machine_lines(run, language);
  for (LabelledText& line : condition_lines(run, language)) header.push_back(std::move(line));
  std::string text = to_terminal(header) + "\n";
  if (const auto task = task_section(run, language))
    return text + task_part(run, *task, language, width);
  const ResultTable results = result_table(run, language, SkippedRows::once);
  text += to_terminal(results.table, width);
  for (const std::string& note : results.notes) text += sentence(note, width);
  for (const TitledTable& ranks : rank_tables(run, language)) text += titled_part(ranks, width);
  for (const TitledTable& matrix : link_matrices(run, language)) text += titled_part(matrix, width);
  text += counts_part(run, language, width);
  for (const std::string& note : reading_notes(run, language)) text += sentence(note, width);
  return text + score_part(run, language, width);
}

}  // namespace wgf::report
