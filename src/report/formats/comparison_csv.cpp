// SPDX-License-Identifier: MIT
// A comparison as CSV: one row for each compared case and for each that only one side has.
// Headings and texts are the same in every language, since programs read them.

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/text.h"
#include "report/formats/comparison_report.h"
#include "report/table.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::ComparedCase;
using results::Comparison;
using results::OneSidedCase;
using results::Verdict;

constexpr const char* titles[] = {
    "a",           "b",      "case",         "metric",        "verdict",          "value_a",
    "value_b",     "change", "interval_low", "interval_high", "adjusted_p_value", "processes_a",
    "processes_b", "notes",  "status_a",     "status_b",      "failed_a",         "failed_b",
    "conditions"};

std::string plain(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

// What every row of one pair of files says the same of.
struct Pair {
  std::string a, b;
  std::string conditions;  // "driver: 570.1 -> 580.2; …"
};

Pair pair_of(const ComparisonReport& report, std::size_t index) {
  std::vector<std::string> differences;
  for (const results::ConditionDifference& one : report.comparisons[index].conditions)
    differences.push_back(difference_text(one, Language::english));
  return {report.a.name, report.others[index].name, join(differences, "; ")};
}

std::string notes_text(const ComparedCase& compared) {
  std::vector<std::string> notes;
  for (const Message& note : compared.notes)
    notes.push_back(comparison_note_text(note, Language::english));
  return join(notes, "; ");
}

std::vector<std::string> row_of(const Pair& pair, const ComparedCase& compared) {
  const results::Judgement& judgement = compared.judgement;
  const bool is_valid = judgement.verdict != Verdict::invalid;
  const auto value = [](const results::ComparedSide& side) {
    return side.value ? plain(*side.value) : "";
  };
  const auto judged = [&](double number) { return is_valid ? plain(number) : ""; };
  return {pair.a,
          pair.b,
          compared.measured_case.key(),
          compared.metric,
          std::string(to_text(judgement.verdict)),
          value(compared.a),
          value(compared.b),
          judged(judgement.difference.change),
          judged(judgement.interval.low),
          judged(judgement.interval.high),
          judged(judgement.adjusted_p),
          std::to_string(compared.a.processes),
          std::to_string(compared.b.processes),
          notes_text(compared),
          std::string(to_text(compared.a.status)),
          std::string(to_text(compared.b.status)),
          std::to_string(compared.a.failed),
          std::to_string(compared.b.failed),
          pair.conditions};
}

// The verdict says which side has the case; what the other one lacks stays empty.
std::vector<std::string> row_of(const Pair& pair, const OneSidedCase& one, bool in_a) {
  const std::string status(to_text(one.status));
  std::vector<std::string> row{pair.a, pair.b, one.measured_case.key(), "",
                               in_a ? "only_a" : "only_b"};
  row.resize(std::size(titles) - 5);
  row.insert(row.end(), {in_a ? status : "", in_a ? "" : status, "", "", pair.conditions});
  return row;
}

}  // namespace

std::string write_comparison_csv(const ComparisonReport& report) {
  Table table;
  for (const char* title : titles) table.columns.push_back({title});
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const Comparison& comparison = report.comparisons[i];
    const Pair pair = pair_of(report, i);
    for (const ComparedCase& compared : comparison.cases)
      table.rows.push_back(row_of(pair, compared));
    for (const OneSidedCase& one : comparison.only_a) table.rows.push_back(row_of(pair, one, true));
    for (const OneSidedCase& one : comparison.only_b)
      table.rows.push_back(row_of(pair, one, false));
  }
  return to_csv(table);
}

}  // namespace wgf::report
