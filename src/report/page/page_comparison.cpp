// SPDX-License-Identifier: MIT
// Each later run of a page against the first: the verdicts of `compare`, found again in the page by
// the number of the case.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "report/comparison_parts.h"
#include "report/page/page_data.h"
#include "results/comparison.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using messages::Language;

// What made a case undecided; the other notes say what differed.
constexpr std::string_view undecided_keys[] = {
    "compare.one_process",      "compare.one_process_a",
    "compare.one_process_b",    "compare.one_load",
    "compare.certain_alone",    "compare.clock_explains",
    "compare.failed_processes", "compare.processes_without_samples"};

// Why a verdict is none: said once above the table for all cases it holds for.
std::vector<Message> reasons_of(const results::ComparedCase& compared, double threshold) {
  const results::Verdict verdict = compared.judgement.verdict;
  if (verdict == results::Verdict::invalid) return compared.notes;
  if (verdict != results::Verdict::undecided) return {};
  std::vector<Message> reasons;
  for (const Message& note : compared.notes)
    if (std::find(std::begin(undecided_keys), std::end(undecided_keys), note.key) !=
        std::end(undecided_keys))
      reasons.push_back(note);
  if (reasons.empty())
    reasons.push_back(
        {"page.undecided_wide", {{"threshold", fmt::format("{:g}", 100 * threshold)}}});
  return reasons;
}

Json numbers_of(const std::vector<Message>& notes, PageTexts& texts) {
  Json list = Json::array();
  for (const Message& note : notes)
    list.push_back(texts.number(comparison_note_text(note, Language::english),
                                comparison_note_text(note, Language::chinese)));
  return list;
}

// The case a later run has in the place of one it lacks: the same but for its batch or precision.
const results::Case* other_work(const results::ComparedCase& compared, const results::Run& later) {
  const auto is_about_work = [](const Message& note) { return note.key == "compare.other_work"; };
  const auto note = std::find_if(compared.notes.begin(), compared.notes.end(), is_about_work);
  if (note == compared.notes.end()) return nullptr;
  const std::string name = note->args.at(0).second, value = note->args.at(2).second;
  for (const results::Result& result : later.results) {
    const results::Value* found = result.measured_case.parameters.find(name);
    if (found == nullptr || results::to_text(*found) != value) continue;
    results::Case same = compared.measured_case;
    same.parameters.set(name, *found);
    if (same.key() == result.measured_case.key()) return &result.measured_case;
  }
  return nullptr;
}

Json case_json(const results::ComparedCase& compared, const results::Run& later,
               const CaseNumbers& cases, double threshold, PageTexts& texts) {
  const results::Judgement& judgement = compared.judgement;
  Json json{{"case", cases.at(compared.measured_case.key())},
            {"verdict", results::to_text(judgement.verdict)}};
  if (compared.is_lost()) json["lost"] = true;
  if (const results::Case* other = other_work(compared, later))
    json["other"] = cases.at(other->key());
  if (judgement.verdict != results::Verdict::invalid) {
    json["change"] = 100 * judgement.difference.change;
    json["text"] = change_text(judgement);
  }
  if (!compared.notes.empty()) json["notes"] = numbers_of(compared.notes, texts);
  const std::vector<Message> reasons = reasons_of(compared, threshold);
  if (!reasons.empty()) json["reasons"] = numbers_of(reasons, texts);
  return json;
}

Json differences_json(const results::Comparison& comparison, PageTexts& texts) {
  Json list = Json::array();
  for (const results::ConditionDifference& one : comparison.conditions) {
    const auto text = [&](Language language) {
      return fmt::format("{}: {} → {}", messages::render(one.name, language), one.a, one.b);
    };
    list.push_back(texts.number(text(Language::english), text(Language::chinese)));
  }
  return list;
}

}  // namespace

nlohmann::ordered_json page_comparisons(const ReportInput& input, const CaseNumbers& cases,
                                        PageTexts& texts) {
  Json list = Json::array();
  if (input.runs.size() < 2) return list;
  const results::CompareOptions options{};
  const std::vector<results::Comparison> comparisons =
      results::compare_runs(input.runs.front(), input.runs.subspan(1), options);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const results::Comparison& comparison = comparisons[i];
    Json compared = Json::array();
    for (const results::ComparedCase& one : comparison.cases)
      if (cases.contains(one.measured_case.key()))
        compared.push_back(
            case_json(one, input.runs[i + 1], cases, options.judge.threshold, texts));
    list.push_back(
        {{"cases", std::move(compared)}, {"differences", differences_json(comparison, texts)}});
  }
  return list;
}

}  // namespace wgf::report
