// SPDX-License-Identifier: MIT
// report.md: what was measured on which machine, under which conditions, and how to read it.

#include "base/text.h"
#include "report/report_format.h"
#include "report/result_table.h"
#include "report/table.h"

namespace wgf::report {
namespace {

using messages::Language;

std::string section(const char* key, Language language) {
  return "\n## " + messages::render(key, language) + "\n\n";
}

std::string fact_table(const std::vector<LabelledText>& lines, Language language) {
  Table table{{{messages::render("report.column_fact", language)},
               {messages::render("report.column_value", language)}},
              {}};
  for (const auto& [label, value] : lines) table.rows.push_back({label, value});
  return to_markdown(table);
}

std::string bullets(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + line + "\n";
  return text;
}

// Every number of every case, for the reader who wants more than the main ones.
std::string detail_table(const results::Run& run, Language language) {
  Table table{{{messages::render("report.column_case", language)},
               {messages::render("report.column_metric", language)},
               {messages::render("report.column_median", language), Align::right}},
              {}};
  const std::vector<std::string> labels = case_labels(run);
  for (std::size_t i = 0; i < run.results.size(); ++i)
    for (const results::Metric& metric : run.results[i].metrics)
      table.rows.push_back(
          {labels[i], messages::render("metric." + metric.tag, language), metric_text(metric)});
  return to_markdown(table);
}

}  // namespace

std::string write_markdown(const results::Run& run, Language language) {
  const ResultTable results = result_table(run, language);
  std::string text = "# " + messages::render("report.title", language) + "\n";
  text += section("report.section_machine", language) +
          fact_table(machine_lines(run, language), language);
  text += section("report.section_conditions", language) +
          fact_table(condition_lines(run, language), language);
  text += section("report.section_results", language) + count_line(run, language) + "\n\n" +
          to_markdown(results.table);
  if (!results.notes.empty())
    text += section("report.section_notes", language) + bullets(results.notes);
  text += section("report.section_details", language) + detail_table(run, language);
  text += section("report.section_reading", language) + bullets(reading_notes(run, language));
  return text;
}

}  // namespace wgf::report
