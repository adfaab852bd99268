// SPDX-License-Identifier: MIT
#include "report/page/page_data.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/joined_processes.h"
#include "report/result_table.h"
#include "results/metrics.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using messages::Language;
using results::Result;
using results::Run;

Json metric_table() {
  Json list = Json::array();
  for (const results::MetricInfo& info : results::all_metrics())
    list.push_back({info.tag, info.unit});
  return list;
}

// The same work in several runs is one case; its label is that of the run it was first seen in.
class CaseList {
 public:
  std::size_t number(const results::Case& value, const std::string& label) {
    const auto [found, is_new] = numbers_.emplace(value.key(), list_.size());
    if (is_new)
      list_.push_back({{"key", found->first},
                       {"label", label},
                       {"benchmark", value.benchmark},
                       {"model", text(value, "model")},
                       {"precision", text(value, "precision")}});
    return found->second;
  }

  const CaseNumbers& numbers() const { return numbers_; }
  const Json& list() const { return list_; }

 private:
  static std::string text(const results::Case& value, std::string_view name) {
    const results::Value* found = value.parameters.find(name);
    return found == nullptr ? "" : results::to_text(*found);
  }

  CaseNumbers numbers_;
  Json list_ = Json::array();
};

std::string counts_of(const Run& run, Language language) {
  const std::string convergence = convergence_line(run, language);
  const char* between = language == Language::chinese ? "。" : ". ";
  return count_line(run, language) + (convergence.empty() ? "" : between + convergence);
}

Json run_json(const ReportInput& input, std::size_t index, PageTexts& texts) {
  const Run& run = input.runs[index];
  const std::string subject = subject_of(run);
  return {{"name", index < input.names.size() ? input.names[index] : subject},
          {"device", results::device_names(run.devices)},
          {"subject", subject},
          {"started", run.started_at},
          {"partial", run.partial},
          {"counts",
           texts.number(counts_of(run, Language::english), counts_of(run, Language::chinese))},
          {"machine", page_lines(machine_lines(run, Language::english),
                                 machine_lines(run, Language::chinese), texts)},
          {"conditions", page_lines(condition_lines(run, Language::english),
                                    condition_lines(run, Language::chinese), texts)}};
}

// What the processes of a run measured of a case as one number, for the page's comparison.
Json joined_json(const ReportInput& input, CaseList& cases, PageTexts& texts) {
  Json list = Json::array();
  for (std::size_t i = 0; input.runs.size() > 1 && i < input.runs.size(); ++i) {
    if (!has_repeated_cases(input.runs[i])) continue;
    const JoinedRun joined = join_processes(input.runs[i]);
    for (std::size_t j = 0; j < joined.run.results.size(); ++j) {
      if (joined.processes[j] < 2) continue;
      const Result& result = joined.run.results[j];
      Json json = page_result(joined.run, result, joined.processes[j], texts);
      json["run"] = i;
      json["case"] = cases.number(result.measured_case, "");
      list.push_back(std::move(json));
    }
  }
  return list;
}

Json reading_json(const ReportInput& input, PageTexts& texts) {
  Json list = Json::array();
  for (const Run& run : input.runs) {
    const auto english = reading_notes(run, Language::english);
    const auto chinese = reading_notes(run, Language::chinese);
    for (std::size_t i = 0; i < english.size(); ++i) {
      const std::size_t number = texts.number(english[i], chinese[i]);
      if (std::find(list.begin(), list.end(), number) == list.end()) list.push_back(number);
    }
  }
  return list;
}

}  // namespace

nlohmann::ordered_json page_data(const ReportInput& input) {
  PageTexts texts;
  CaseList cases;
  Json runs = Json::array(), list = Json::array();
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const Run& run = input.runs[i];
    runs.push_back(run_json(input, i, texts));
    const std::vector<std::string> labels = case_labels(run);
    const std::vector<std::string> english = result_labels(run, Language::english);
    const std::vector<std::string> chinese = result_labels(run, Language::chinese);
    for (std::size_t j = 0; j < run.results.size(); ++j) {
      Json result = page_result(run, run.results[j], 1, texts);
      result["run"] = i;
      result["case"] = cases.number(run.results[j].measured_case, labels[j]);
      if (english[j] != labels[j]) result["label"] = texts.number(english[j], chinese[j]);
      list.push_back(std::move(result));
    }
  }
  Json joined = joined_json(input, cases, texts);
  Json json{{"language", input.language == Language::chinese ? "zh" : "en"},
            {"title", title_key(input.runs)},
            {"interface", interface_texts()},
            {"metrics", metric_table()},
            {"runs", std::move(runs)},
            {"cases", cases.list()},
            {"results", std::move(list)},
            {"joined", std::move(joined)},
            {"tasks", page_tasks(input, texts)},
            {"reading", reading_json(input, texts)},
            {"scores", page_scores(input)},
            {"ranking", page_ranking(input, texts)},
            {"comparisons", page_comparisons(input, cases.numbers(), texts)},
            {"charts", page_charts(input, texts)}};
  json["texts"] = texts.to_json();
  return json;
}

}  // namespace wgf::report
