// SPDX-License-Identifier: MIT
// report.md: what was measured on which machine, under which conditions, and how to read it.

#include "base/percentiles.h"
#include "base/statistics.h"
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

void append_spread(std::vector<std::string>& row, const results::Metric& metric) {
  if (metric.samples.empty()) return;
  const double scale = shown_unit(metric).scale;
  constexpr double p99 = 0.99;
  for (const double share : {0.95, p99, 0.0, 1.0}) {
    const bool is_told = share != p99 || metric.samples.size() >= enough_for_p99;
    row.push_back(is_told ? format_number(quantile(metric.samples, share) * scale) : "-");
  }
}

// "step time"; of a phase "prefill: step time".
std::string metric_name(std::string_view tag, Language language) {
  const std::size_t point = tag.find('.');
  if (point == std::string_view::npos)
    return messages::render("metric." + std::string(tag), language);
  return std::string(tag.substr(0, point)) + ": " + metric_name(tag.substr(point + 1), language);
}

// Every number of every case, for the reader who wants more than the main ones.
std::string detail_table(const results::Run& run, Language language) {
  Table table{{{messages::render("report.column_case", language)},
               {messages::render("report.column_metric", language)},
               {messages::render("report.column_median", language), Align::right}},
              {}};
  for (const char* title : {"p95", "p99", "min", "max"})
    table.columns.push_back({title, Align::right});
  const std::vector<std::string> labels = result_labels(run, language);
  for (std::size_t i = 0; i < run.results.size(); ++i)
    for (const results::Metric& metric : run.results[i].metrics) {
      table.rows.push_back({labels[i], metric_name(metric.tag, language), metric_text(metric)});
      append_spread(table.rows.back(), metric);
    }
  return to_markdown(table);
}

std::string titled_part(const TitledTable& part) {
  return "\n" + markdown_line(part.title) + "\n\n" + to_markdown(part.table);
}

std::string score_part(const results::Run& run, Language language) {
  if (!run.score) return "";
  std::string text = section("report.section_score", language) +
                     fact_table(score_lines(*run.score, language), language) + "\n";
  text += to_markdown(rank_table(*run.score, RankRows::neighbours, language)) + "\n";
  text += to_markdown(score_case_table(*run.score, language)) + "\n";
  return text + markdown_bullets(score_notes(*run.score, language));
}

}  // namespace

std::string write_markdown(const results::Run& run, Language language) {
  const ResultTable results = result_table(run, language);
  std::string text = "# " + messages::render(title_key({&run, 1}), language) + "\n";
  text += section("report.section_machine", language) +
          fact_table(machine_lines(run, language), language);
  text += section("report.section_conditions", language) +
          fact_table(condition_lines(run, language), language);
  if (const auto task = task_section(run, language)) {
    text += section("report.section_task", language) + markdown_bullets(task->advice) + "\n" +
            to_markdown(task->table);
    for (const TitledTable& more : task->more) text += titled_part(more);
  }
  text += section("report.section_results", language) + markdown_line(count_line(run, language)) +
          "\n\n";
  if (const std::string convergence = convergence_line(run, language); !convergence.empty())
    text += markdown_line(convergence) + "\n\n";
  text += to_markdown(results.table);
  for (const TitledTable& ranks : rank_tables(run, language)) text += titled_part(ranks);
  for (const TitledTable& matrix : link_matrices(run, language)) text += titled_part(matrix);
  if (!results.notes.empty())
    text += section("report.section_notes", language) + markdown_bullets(results.notes);
  if (const std::vector<std::string> ratings = rating_lines(run, language); !ratings.empty())
    text += section("report.section_ratings", language) + markdown_bullets(ratings);
  text += score_part(run, language);
  text += section("report.section_details", language) + detail_table(run, language);
  text +=
      section("report.section_reading", language) + markdown_bullets(reading_notes(run, language));
  return text;
}

}  // namespace wgf::report
