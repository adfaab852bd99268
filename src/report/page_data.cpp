// SPDX-License-Identifier: MIT
#include "report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/result_table.h"
#include "report/score_section.h"
#include "results/metrics.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using messages::Language;
using results::Metric;
using results::Result;
using results::Run;

// Which numbers of a row a warning makes doubtful, and the word that stands beside them
// (page.badge_…). Any other warning is about the time.
struct Badge {
  std::string_view warning;
  std::string_view name;
  std::string_view numbers;  // of main_names below
};
constexpr Badge badges[] = {
    {"warning.throttled", "throttled", "time rate share power"},
    {"warning.foreign_processes", "shared", "time rate share memory power"},
    {"warning.foreign_load", "busy", "time rate share"},
    {"warning.not_converged", "not_converged", "time rate"},
    {"warning.burst", "burst", "time rate"},
    {"warning.clocks_disagree", "clocks", "time"},
    {"engine.not_settled", "not_settled", "time rate power"},
    {"engine.launch_bound", "launch_bound", "time rate share"},
};
constexpr Badge other_badge{"", "note", "time"};

constexpr std::pair<const char*, MainNumber> main_names[] = {{"time", MainNumber::time},
                                                             {"rate", MainNumber::rate},
                                                             {"share", MainNumber::share},
                                                             {"memory", MainNumber::memory},
                                                             {"power", MainNumber::power}};

const Badge& badge_of(const Message& warning) {
  for (const Badge& badge : badges)
    if (badge.warning == warning.key) return badge;
  return other_badge;
}

// Seven digits are more than any measurement here has, and halve the size of a page.
Json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  return std::strtod(fmt::format("{:.7g}", value).c_str(), nullptr);
}

std::size_t metric_index(std::string_view tag) {
  const auto metrics = results::all_metrics();
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].tag == tag) return i;
  return metrics.size();
}

// An end of an interval, in the unit the number itself is shown in.
std::string end_text(const Metric& metric, double end) {
  constexpr int digits = 6;
  std::string text = format_number(end * shown_unit(metric).scale, digits);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// [metric, value, text, low, high, samples, text of low, text of high with its unit]; without an
// interval the first three alone. 0 samples: it was computed from another metric.
Json metric_json(const Metric& metric) {
  Json json{metric_index(metric.tag), rounded(metric.value),
            std::string(trim(metric_text(metric)))};
  if (!metric.interval) return json;
  const Interval& interval = *metric.interval;
  std::string high = end_text(metric, interval.high) + " " + std::string(shown_unit(metric).name);
  json.insert(json.end(), {rounded(interval.low), rounded(interval.high), metric.samples.size(),
                           end_text(metric, interval.low), std::move(high)});
  return json;
}

Json metric_table() {
  Json list = Json::array();
  for (const results::MetricInfo& info : results::all_metrics())
    list.push_back({info.tag, info.unit});
  return list;
}

// Label and text in turn, by their numbers.
Json lines_json(PageTexts& texts, const std::vector<LabelledText>& english,
                const std::vector<LabelledText>& chinese) {
  Json list = Json::array();
  for (std::size_t i = 0; i < english.size() && i < chinese.size(); ++i) {
    list.push_back(texts.number(english[i].first, chinese[i].first));
    list.push_back(texts.number(english[i].second, chinese[i].second));
  }
  return list;
}

Json warnings_json(const Result& result, PageTexts& texts) {
  Json list = Json::array();
  for (const Message& warning : result.warnings) {
    const Badge& badge = badge_of(warning);
    list.push_back({badge.name, badge.numbers, texts.number(warning)});
  }
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

Json result_json(const Run& run, const Result& result, PageTexts& texts) {
  Json json{{"status", results::to_text(result.status)}};
  if (result.provenance != results::Provenance::measured)
    json["provenance"] = results::to_text(result.provenance);
  if (result.reason) json["reason"] = texts.number(*result.reason);
  if (!result.warnings.empty()) json["warnings"] = warnings_json(result, texts);
  Json ratings = Json::array();
  for (const results::Rating& rating : result.ratings)
    if (const Metric* metric = result.find(rating.metric))
      ratings.push_back({metric_index(rating.metric), rating.level,
                         texts.number(rating_text(rating, metric->value, Language::english),
                                      rating_text(rating, metric->value, Language::chinese))});
  if (!ratings.empty()) json["ratings"] = std::move(ratings);
  Json metrics = Json::array();
  for (const Metric& metric : result.metrics) metrics.push_back(metric_json(metric));
  json["metrics"] = std::move(metrics);
  Json main = Json::array();
  for (const auto& [name, number] : main_names) {
    const Metric* metric = main_number(result, number);
    main.push_back(metric == nullptr ? -1 : metric - result.metrics.data());
  }
  json["main"] = std::move(main);
  json["conditions"] = lines_json(texts, result_conditions(run, result, Language::english),
                                  result_conditions(run, result, Language::chinese));
  return json;
}

Json run_json(const ReportInput& input, std::size_t index, PageTexts& texts) {
  const Run& run = input.runs[index];
  const std::string name = index < input.names.size() ? input.names[index]
                           : run.devices.empty()      ? ""
                                                      : run.devices[0].name;
  return {{"name", name},
          {"device", run.devices.empty() ? "" : run.devices[0].name},
          {"started", run.started_at},
          {"partial", run.partial},
          {"counts",
           texts.number(count_line(run, Language::english), count_line(run, Language::chinese))},
          {"machine", lines_json(texts, machine_lines(run, Language::english),
                                 machine_lines(run, Language::chinese))},
          {"conditions", lines_json(texts, condition_lines(run, Language::english),
                                    condition_lines(run, Language::chinese))}};
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
      Json result = result_json(run, run.results[j], texts);
      result["run"] = i;
      result["case"] = cases.number(run.results[j].measured_case, labels[j]);
      if (english[j] != labels[j]) result["label"] = texts.number(english[j], chinese[j]);
      list.push_back(std::move(result));
    }
  }
  Json json{{"language", input.language == Language::chinese ? "zh" : "en"},
            {"interface", interface_texts()},
            {"metrics", metric_table()},
            {"runs", std::move(runs)},
            {"cases", cases.list()},
            {"results", std::move(list)},
            {"reading", reading_json(input, texts)},
            {"scores", page_scores(input)},
            {"ranking", page_ranking(input, texts)},
            {"comparisons", page_comparisons(input, cases.numbers(), texts)},
            {"charts", page_charts(input, texts)}};
  json["texts"] = texts.to_json();
  return json;
}

}  // namespace wgf::report
