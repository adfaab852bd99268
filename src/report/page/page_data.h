// SPDX-License-Identifier: MIT
#pragma once
// Everything the page shows, as the JSON its script reads: both languages, numbers already printed
// as the other reports print them. web/report/README.md describes the fields.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>

#include "report/page/page_texts.h"
#include "report/report_input.h"
#include "report/result_table.h"

namespace wgf::report {

nlohmann::ordered_json page_data(const ReportInput& input);

// page_results.cpp: one result, made by that many engine processes; and label and text in turn, by
// their numbers.
nlohmann::ordered_json page_result(const results::Run& run, const results::Result& result,
                                   std::size_t processes, PageTexts& texts);
nlohmann::ordered_json page_lines(const std::vector<LabelledText>& english,
                                  const std::vector<LabelledText>& chinese, PageTexts& texts);

// page_charts.cpp: the charts that are not empty, one option for both languages. A text that
// differs between them is {"t": number}, a list of conditions a list of numbers.
nlohmann::ordered_json page_charts(const ReportInput& input, PageTexts& texts);

// Numbers of the cases of a page by their keys.
using CaseNumbers = std::unordered_map<std::string, std::size_t>;

// page_comparison.cpp: each run after the first against it; empty for one run.
nlohmann::ordered_json page_comparisons(const ReportInput& input, const CaseNumbers& cases,
                                        PageTexts& texts);

// page_score.cpp: one entry for each run, null where it has no score; empty where none has.
nlohmann::ordered_json page_scores(const ReportInput& input);

// page_task.cpp: one entry for each run of a task, its advice and tables, or of several links.
nlohmann::ordered_json page_tasks(const ReportInput& input, PageTexts& texts);

// page_ranking.cpp: the GPUs of the catalogue with the runs among them; null where nothing is
// ranked.
nlohmann::ordered_json page_ranking(const ReportInput& input, PageTexts& texts);

}  // namespace wgf::report
