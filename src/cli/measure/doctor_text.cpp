// SPDX-License-Identifier: MIT
#include "cli/measure/doctor_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "report/table.h"
#include "results/json.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
using runner::Finding;
using runner::Verdict;

std::string check_title(const Finding& finding, const Context& context) {
  return context.text("doctor.check_" + finding.check);
}

std::string verdict_text(const Finding& finding, const Context& context) {
  return context.text(fmt::format("doctor.verdict_{}", to_text(finding.verdict)));
}

std::string section_text(const DoctorSection& section, const Context& context) {
  const bool has_subjects =
      std::any_of(section.findings.begin(), section.findings.end(),
                  [](const Finding& finding) { return !finding.subject.empty(); });
  report::Table table;
  table.columns.push_back({context.text("doctor.column_check")});
  if (has_subjects) table.columns.push_back({context.text("doctor.column_subject")});
  table.columns.push_back({context.text("doctor.column_verdict")});
  table.columns.push_back({context.text("doctor.column_seen")});
  for (const Finding& finding : section.findings) {
    std::vector<std::string> row{check_title(finding, context)};
    if (has_subjects) row.push_back(finding.subject);
    row.push_back(verdict_text(finding, context));
    row.push_back(context.text(finding.seen));
    table.rows.push_back(std::move(row));
  }
  const std::string title = section.title.empty() ? "" : section.title + "\n";
  return title + report::to_terminal(table);
}

// Problems first; one line for a piece of advice that several findings share.
std::string advice_text(const std::vector<DoctorSection>& sections, const Context& context) {
  std::vector<std::pair<std::string, std::string>> lines;  // whom it is for, what to do
  for (const Verdict verdict : {Verdict::problem, Verdict::warning})
    for (const DoctorSection& section : sections)
      for (const Finding& finding : section.findings) {
        if (finding.verdict != verdict || !finding.advice) continue;
        std::string whom = check_title(finding, context);
        for (const std::string& part : {finding.subject, section.title})
          if (!part.empty()) whom += ", " + part;
        const std::string advice = context.text(*finding.advice);
        const auto same = std::find_if(lines.begin(), lines.end(),
                                       [&](const auto& line) { return line.second == advice; });
        if (same == lines.end())
          lines.emplace_back(whom, advice);
        else
          same->first += "; " + whom;
      }
  if (lines.empty()) return "";
  std::string text = "\n" + context.text("doctor.what_to_do") + "\n";
  for (const auto& [whom, advice] : lines) text += fmt::format("- {}: {}\n", whom, advice);
  return text;
}

std::map<Verdict, std::size_t> count_verdicts(const std::vector<DoctorSection>& sections) {
  std::map<Verdict, std::size_t> counts;
  for (const DoctorSection& section : sections)
    for (const Finding& finding : section.findings) ++counts[finding.verdict];
  return counts;
}

Json message_json(const Message& message, const Context& context) {
  Json json = results::to_json(message);
  json["text"] = context.text(message);
  return json;
}

Json finding_json(const Finding& finding, const Context& context) {
  Json json{{"check", finding.check},
            {"subject", finding.subject},
            {"verdict", to_text(finding.verdict)},
            {"seen", message_json(finding.seen, context)}};
  if (finding.advice) json["advice"] = message_json(*finding.advice, context);
  return json;
}

}  // namespace

std::string doctor_text(const std::vector<DoctorSection>& sections, const Context& context) {
  std::string text;
  for (const DoctorSection& section : sections)
    text += (text.empty() ? "" : "\n") + section_text(section, context);
  text += advice_text(sections, context);
  std::map<Verdict, std::size_t> counts = count_verdicts(sections);
  return text + "\n" +
         context.text({"doctor.summary",
                       {{"ok", std::to_string(counts[Verdict::ok])},
                        {"warnings", std::to_string(counts[Verdict::warning])},
                        {"problems", std::to_string(counts[Verdict::problem])},
                        {"not_looked_at", std::to_string(counts[Verdict::not_looked_at])}}}) +
         "\n";
}

std::string doctor_json(const std::vector<DoctorSection>& sections, const Context& context) {
  Json json;
  for (const DoctorSection& section : sections) {
    Json findings = Json::array();
    for (const Finding& finding : section.findings)
      findings.push_back(finding_json(finding, context));
    if (section.case_key.empty())
      json["findings"] = std::move(findings);
    else
      json["cases"].push_back({{"case", section.case_key},
                               {"label", section.title},
                               {"findings", std::move(findings)}});
  }
  std::map<Verdict, std::size_t> counts = count_verdicts(sections);
  for (const Verdict verdict :
       {Verdict::ok, Verdict::warning, Verdict::problem, Verdict::not_looked_at})
    json["counts"][std::string(to_text(verdict))] = counts[verdict];
  return results::indented(json);
}

void print_doctor(const std::vector<DoctorSection>& sections, const Context& context) {
  const std::string text = context.json
                               ? doctor_json(sections, context)
                               : printable(doctor_text(sections, context), Kept::line_breaks);
  print(text);
}

}  // namespace wgf::cli
