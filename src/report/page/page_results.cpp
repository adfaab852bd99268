// SPDX-License-Identifier: MIT
// A result as the page has it: its numbers, printed as in the other reports, what makes them
// doubtful, and under which conditions they were taken.

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/joined_processes.h"
#include "report/page/page_data.h"
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
    {"warning.busy_cpu", "busy", "time rate share"},
    {"warning.foreign_load", "busy", "time rate share"},
    {"warning.not_converged", "not_converged", "time rate"},
    {"warning.few_steps", "not_converged", "time rate"},
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

Json warnings_json(const Result& result, PageTexts& texts) {
  Json list = Json::array();
  for (const Message& warning : result.warnings) {
    const Badge& badge = badge_of(warning);
    list.push_back({badge.name, badge.numbers, texts.number(warning)});
  }
  return list;
}

std::vector<LabelledText> conditions_of(const Run& run, const Result& result, std::size_t processes,
                                        Language language) {
  std::vector<LabelledText> lines = result_conditions(run, result, language);
  if (const std::string joined = joined_text(processes, language); !joined.empty())
    lines.emplace_back(messages::render("report.processes", language), joined);
  return lines;
}

}  // namespace

Json page_lines(const std::vector<LabelledText>& english, const std::vector<LabelledText>& chinese,
                PageTexts& texts) {
  Json list = Json::array();
  for (std::size_t i = 0; i < english.size() && i < chinese.size(); ++i) {
    list.push_back(texts.number(english[i].first, chinese[i].first));
    list.push_back(texts.number(english[i].second, chinese[i].second));
  }
  return list;
}

Json page_result(const Run& run, const Result& result, std::size_t processes, PageTexts& texts) {
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
  json["conditions"] = page_lines(conditions_of(run, result, processes, Language::english),
                                  conditions_of(run, result, processes, Language::chinese), texts);
  return json;
}

}  // namespace wgf::report
