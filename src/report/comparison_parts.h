// SPDX-License-Identifier: MIT
#pragma once
// A comparison of runs as a report is given it, and what all forms of it say alike, in the reader's
// language.

#include <string>
#include <vector>

#include "messages/message_table.h"
#include "results/comparison.h"

namespace wgf::report {

// Where one side's results come from.
struct ComparedSource {
  std::string name;  // file or baseline
  const results::Run* run = nullptr;
};

struct ComparisonReport {
  ComparedSource a;
  std::vector<ComparedSource> others;            // one for each comparison
  std::vector<results::Comparison> comparisons;  // of a with each of the others
  results::CompareOptions options;
  messages::Language language = messages::Language::english;
  std::size_t width = 0;  // as ReportInput's
};

// Parts that text and Markdown share.
struct ComparisonParts {
  std::vector<std::string> sides;              // "A  before.json: NVIDIA H200, 3 processes"
  std::vector<std::string> conditions;         // "driver: 570.1 -> 580.2"
  std::vector<std::string> only;               // cases that one side has
  std::vector<std::string> notes;              // "[1] …"
  std::vector<std::vector<std::string>> rows;  // case, A, B, change, verdict with marks
  std::vector<std::string> columns;
  std::string counts;  // "50 cases: 1 slower, 49 same"
  std::string lost;    // how many cases ran in A and gave no result in B; empty: none
};
ComparisonParts comparison_parts(const ComparisonReport& report, std::size_t index);

// A note of a case in the reader's language, the status of a result in words.
std::string comparison_note_text(const Message& note, messages::Language language);

// "driver: 570.1 -> 580.2"
std::string difference_text(const results::ConditionDifference& difference,
                            messages::Language language);

// "-1.25 % [-1.40, -1.10]"; "-" where nothing may be compared.
std::string change_text(const results::Judgement& judgement);

// What the verdicts mean, a sentence each.
std::vector<std::string> comparison_notes(const ComparisonReport& report);

}  // namespace wgf::report
