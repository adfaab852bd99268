// SPDX-License-Identifier: MIT
#include "report/comparison_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::ComparedCase;
using results::Comparison;
using results::Verdict;

// Numbers the notes in the order they are first pointed to.
std::string mark(std::vector<std::string>& notes, const std::string& text) {
  const auto found = std::find(notes.begin(), notes.end(), text);
  const auto index = found - notes.begin();
  if (found == notes.end()) notes.push_back(text);
  return fmt::format("[{}]", index + 1);
}

std::string value_text(const results::ComparedSide& side, const std::string& metric,
                       Language language) {
  if (!side.value)
    return side.status == results::Status::ok
               ? "-"
               : messages::render("status." + std::string(to_text(side.status)), language);
  return format_number(*side.value, 5) + " " + std::string(results::metric_info(metric).unit);
}

// "3", or "2-3" where not every case has all of them; empty where no case is compared.
std::string processes_text(const Comparison& comparison, bool in_a) {
  std::size_t least = 0, most = 0;
  for (const ComparedCase& compared : comparison.cases) {
    const std::size_t count = in_a ? compared.a.processes : compared.b.processes;
    if (count == 0) continue;  // its row says why
    least = least == 0 ? count : std::min(least, count);
    most = std::max(most, count);
  }
  if (most == 0) return "";
  return least == most ? fmt::format("{}", most) : fmt::format("{}-{}", least, most);
}

std::string side_text(const char* letter, const ComparedSource& source,
                      const std::string& processes, Language language) {
  const results::Run& run = *source.run;
  std::string text = fmt::format("{}: {}", letter, source.name);
  if (!run.devices.empty()) text += ", " + results::device_names(run.devices);
  if (!run.started_at.empty()) text += ", " + run.started_at;
  if (processes.empty()) return text;
  const char* key = run.task == "serve_test" ? "compare.loads" : "compare.processes";
  return text + ", " + messages::render({key, {{"count", processes}}}, language);
}

// Labels of all cases together: where two would read the same, with all their parameters.
std::vector<std::string> labels_of(const Comparison& comparison) {
  results::Run all;
  const auto add = [&](const results::Case& value) {
    all.results.push_back({.measured_case = value});
  };
  for (const ComparedCase& compared : comparison.cases) add(compared.measured_case);
  for (const auto* list : {&comparison.only_a, &comparison.only_b})
    for (const results::OneSidedCase& one : *list) add(one.measured_case);
  return case_labels(all);
}

std::string counts_text(const Comparison& comparison, Language language) {
  std::vector<std::string> counts;
  for (const Verdict verdict :
       {Verdict::slower, Verdict::faster, Verdict::same, Verdict::undecided, Verdict::invalid})
    if (const std::size_t count = comparison.count(verdict); count > 0)
      counts.push_back(fmt::format(
          "{} {}", count, messages::render("verdict." + std::string(to_text(verdict)), language)));
  return messages::render({"compare.counts",
                           {{"total", std::to_string(comparison.cases.size())},
                            {"counts", counts.empty() ? "-" : join(counts, ", ")}}},
                          language);
}

void add_rows(const Comparison& comparison, const std::vector<std::string>& labels,
              ComparisonParts& parts, Language language) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < comparison.cases.size(); ++i) {
    const ComparedCase& compared = comparison.cases[i];
    std::string verdict =
        messages::render("verdict." + std::string(to_text(compared.judgement.verdict)), language);
    for (const Message& note : compared.notes)
      verdict += " " + mark(notes, comparison_note_text(note, language));
    parts.rows.push_back({labels[i], value_text(compared.a, compared.metric, language),
                          value_text(compared.b, compared.metric, language),
                          change_text(compared.judgement), verdict});
  }
  for (std::size_t i = 0; i < notes.size(); ++i)
    parts.notes.push_back(fmt::format("[{}] {}", i + 1, notes[i]));
}

}  // namespace

std::string comparison_note_text(const Message& note, Language language) {
  Message words = note;
  for (auto& [name, value] : words.args)
    if (name == "status") value = messages::render("status." + value, language);
  return messages::render(words, language);
}

std::string difference_text(const results::ConditionDifference& difference, Language language) {
  return fmt::format("{}: {} -> {}", messages::render(difference.name, language), difference.a,
                     difference.b);
}

std::string change_text(const results::Judgement& judgement) {
  if (judgement.verdict == Verdict::invalid) return "-";
  return fmt::format("{:+.2f} % [{:+.2f}, {:+.2f}]", 100 * judgement.difference.change,
                     100 * judgement.interval.low, 100 * judgement.interval.high);
}

ComparisonParts comparison_parts(const ComparisonReport& report, std::size_t index) {
  const Language language = report.language;
  const Comparison& comparison = report.comparisons[index];
  const std::vector<std::string> labels = labels_of(comparison);
  ComparisonParts parts;
  parts.sides = {side_text("A", report.a, processes_text(comparison, true), language),
                 side_text("B", report.others[index], processes_text(comparison, false), language)};
  for (const results::ConditionDifference& one : comparison.conditions)
    parts.conditions.push_back(difference_text(one, language));
  for (const char* key : {"compare.column_case", "compare.column_a", "compare.column_b",
                          "compare.column_change", "compare.column_verdict"})
    parts.columns.push_back(messages::render(key, language));
  add_rows(comparison, labels, parts, language);
  std::size_t label = comparison.cases.size();
  for (const auto& [key, list] : {std::pair{"compare.only_a", &comparison.only_a},
                                  std::pair{"compare.only_b", &comparison.only_b}})
    for (std::size_t i = 0; i < list->size(); ++i)
      parts.only.push_back(messages::render({key, {{"case", labels[label++]}}}, language));
  parts.counts = counts_text(comparison, language);
  if (const std::size_t lost = comparison.count_lost(); lost > 0)
    parts.lost = messages::render({"compare.lost", {{"count", std::to_string(lost)}}}, language);
  return parts;
}

std::vector<std::string> comparison_notes(const ComparisonReport& report) {
  const Language language = report.language;
  std::size_t tests = 0;
  for (const Comparison& comparison : report.comparisons)
    tests += comparison.cases.size() - comparison.count(Verdict::invalid);
  const std::string threshold = fmt::format("{:g}", 100 * report.options.judge.threshold);
  return {
      messages::render({"compare.note_change", {{"threshold", threshold}}}, language),
      messages::render({"compare.note_family",
                        {{"count", std::to_string(tests)},
                         {"share", fmt::format("{:g}", 100 * report.options.judge.false_alarms)}}},
                       language)};
}

}  // namespace wgf::report
