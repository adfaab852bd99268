// SPDX-License-Identifier: MIT
// Each later run of a page against the first: the verdicts of `compare`, found again in the page by
// the number of the case.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/page_data.h"
#include "results/comparison.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using messages::Language;

std::string percent(double share) {
  return fmt::format("{:+.2f}", 100 * share);
}

Json case_json(const results::ComparedCase& compared, std::size_t number, PageTexts& texts) {
  const results::Judgement& judgement = compared.judgement;
  Json json{{"case", number}, {"verdict", results::to_text(judgement.verdict)}};
  if (judgement.verdict != results::Verdict::invalid) {
    json["change"] = 100 * judgement.difference.change;
    json["text"] = fmt::format("{} % [{}, {}]", percent(judgement.difference.change),
                               percent(judgement.interval.low), percent(judgement.interval.high));
  }
  Json notes = Json::array();
  for (const Message& note : compared.notes) notes.push_back(texts.number(note));
  if (!notes.empty()) json["notes"] = std::move(notes);
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
  for (const results::Comparison& comparison :
       results::compare_runs(input.runs.front(), input.runs.subspan(1), {})) {
    Json compared = Json::array();
    for (const results::ComparedCase& one : comparison.cases)
      if (const auto number = cases.find(one.measured_case.key()); number != cases.end())
        compared.push_back(case_json(one, number->second, texts));
    list.push_back(
        {{"cases", std::move(compared)}, {"differences", differences_json(comparison, texts)}});
  }
  return list;
}

}  // namespace wgf::report
