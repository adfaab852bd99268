// SPDX-License-Identifier: MIT
#include "report/formats/comparison_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/printable.h"
#include "report/table.h"
#include "results/json.h"
#include "results/json_print.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using messages::Language;
using results::ComparedCase;
using results::Comparison;
using results::Verdict;

Table table_of(const ComparisonParts& parts) {
  Table table;
  for (std::size_t i = 0; i < parts.columns.size(); ++i)
    table.columns.push_back(
        {parts.columns[i], i > 0 && i + 1 < parts.columns.size() ? Align::right : Align::left});
  table.rows = parts.rows;
  return table;
}

std::string lines(const std::vector<std::string>& list, std::string_view before) {
  std::string text;
  for (const std::string& line : list) text += std::string(before) + printable(line) + "\n";
  return text;
}

// A case that is the same needs no reader: it goes below the fold.
Table table_of_verdicts(const ComparisonReport& report, std::size_t index, const Table& all,
                        bool same) {
  Table table{all.columns, {}};
  const std::vector<ComparedCase>& cases = report.comparisons[index].cases;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if ((cases[i].judgement.verdict == Verdict::same) == same) table.rows.push_back(all.rows[i]);
  return table;
}

std::string folded(const std::string& summary, const std::string& content) {
  return "\n<details><summary>" + markdown_text(summary) + "</summary>\n\n" + content +
         "\n</details>\n";
}

std::string markdown_section(const ComparisonReport& report, std::size_t index) {
  const ComparisonParts parts = comparison_parts(report, index);
  const Table all = table_of(parts), open = table_of_verdicts(report, index, all, false),
              same = table_of_verdicts(report, index, all, true);
  std::string text = "### " + markdown_text(parts.counts) + "\n\n" + markdown_bullets(parts.sides);
  if (!parts.conditions.empty())
    text += "\n" + messages::render("compare.differs", report.language) + "\n\n" +
            markdown_bullets(parts.conditions);
  if (!parts.lost.empty()) text += "\n**" + markdown_line(parts.lost) + "**\n";
  if (!open.rows.empty()) text += "\n" + to_markdown(open);
  if (!parts.notes.empty()) text += "\n" + markdown_bullets(parts.notes);
  if (!parts.only.empty()) text += "\n" + markdown_bullets(parts.only);
  if (!same.rows.empty())
    text += folded(
        messages::render({"compare.same_folded", {{"count", std::to_string(same.rows.size())}}},
                         report.language),
        to_markdown(same));
  return text;
}

// JSON has no infinity: an end that nothing bounds is null.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json interval_json(const Interval& interval) {
  return Json::array({number(interval.low), number(interval.high)});
}

Json side_json(const results::ComparedSide& side) {
  return {{"value", side.value ? number(*side.value) : Json(nullptr)},
          {"processes", side.processes},
          {"failed_processes", side.failed},
          {"samples", side.samples},
          {"status", results::to_text(side.status)}};
}

Json case_json(const ComparedCase& compared) {
  const results::Judgement& judgement = compared.judgement;
  Json json{{"case", results::to_json(compared.measured_case)},
            {"metric", compared.metric},
            {"verdict", to_text(judgement.verdict)},
            {"a", side_json(compared.a)},
            {"b", side_json(compared.b)}};
  if (judgement.verdict != Verdict::invalid) {
    json["change"] = number(judgement.difference.change);
    json["interval"] = interval_json(judgement.interval);
    json["family_interval"] = interval_json(judgement.family_interval);
    json["p_value"] = judgement.difference.p_value;
    json["adjusted_p_value"] = judgement.adjusted_p;
  }
  json["notes"] = Json::array();
  for (const Message& note : compared.notes) json["notes"].push_back(results::to_json(note));
  return json;
}

Json one_sided_json(const std::vector<results::OneSidedCase>& cases) {
  Json list = Json::array();
  for (const results::OneSidedCase& one : cases)
    list.push_back(
        {{"case", results::to_json(one.measured_case)}, {"status", results::to_text(one.status)}});
  return list;
}

Json comparison_json(const Comparison& comparison, const std::string& b) {
  Json json{{"b", b}};
  for (const Verdict verdict :
       {Verdict::slower, Verdict::faster, Verdict::same, Verdict::undecided, Verdict::invalid})
    json["counts"][std::string(to_text(verdict))] = comparison.count(verdict);
  json["lost"] = comparison.count_lost();
  json["conditions"] = Json::array();
  for (const results::ConditionDifference& one : comparison.conditions)
    json["conditions"].push_back({{"name", one.name}, {"a", one.a}, {"b", one.b}});
  json["cases"] = Json::array();
  for (const ComparedCase& compared : comparison.cases)
    json["cases"].push_back(case_json(compared));
  json["only_a"] = one_sided_json(comparison.only_a);
  json["only_b"] = one_sided_json(comparison.only_b);
  return json;
}

constexpr ComparisonFormat formats[] = {
    {"txt", standard_output, write_comparison_text},
    {"md", standard_output, write_comparison_markdown},
    {"csv", standard_output, write_comparison_csv},
    {"json", standard_output, write_comparison_json},
};

}  // namespace

std::string write_comparison_text(const ComparisonReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const ComparisonParts parts = comparison_parts(report, i);
    if (i > 0) text += "\n";
    text += lines(parts.sides, "");
    if (!parts.conditions.empty())
      text += messages::render("compare.differs", report.language) + "\n" +
              lines(parts.conditions, "  ");
    text += "\n" + to_terminal(table_of(parts), report.width) + lines(parts.notes, "") +
            lines(parts.only, "") + "\n" + parts.counts + "\n";
    if (!parts.lost.empty()) text += parts.lost + "\n";
  }
  return text + lines(comparison_notes(report), "");
}

std::string write_comparison_markdown(const ComparisonReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    if (i > 0) text += "\n";
    text += markdown_section(report, i);
  }
  return text + "\n" + markdown_bullets(comparison_notes(report));
}

std::string write_comparison_json(const ComparisonReport& report) {
  Json json{{"a", report.a.name},
            {"threshold", report.options.judge.threshold},
            {"false_alarms", report.options.judge.false_alarms},
            {"comparisons", Json::array()}};
  for (std::size_t i = 0; i < report.comparisons.size(); ++i)
    json["comparisons"].push_back(comparison_json(report.comparisons[i], report.others[i].name));
  return results::indented(json);
}

FormatList<ComparisonReport> all_comparison_formats() {
  return formats;
}

}  // namespace wgf::report
