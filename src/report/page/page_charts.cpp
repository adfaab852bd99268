// SPDX-License-Identifier: MIT
// The charts of a page. Their options differ between languages in words alone, so that one option
// serves both, with the numbers of the words where they differ.

#include <nlohmann/json.hpp>

#include "report/charts/chart.h"
#include "report/page/page_data.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using Option = nlohmann::json;

Json merge(const Option& english, const Option& chinese, PageTexts& texts);

Json merge_conditions(const Option& english, const Option& chinese, PageTexts& texts) {
  Json list = Json::array();
  for (std::size_t i = 0; i < english.size() && i < chinese.size(); ++i)
    list.push_back(texts.number(english[i].get<std::string>(), chinese[i].get<std::string>()));
  return list;
}

Json merge_objects(const Option& english, const Option& chinese, PageTexts& texts) {
  Json merged = Json::object();
  for (const auto& [name, value] : english.items()) {
    const auto other = chinese.find(name);
    const Option& twin = other == chinese.end() ? value : *other;
    merged[name] = name == "conditions" && value.is_array() ? merge_conditions(value, twin, texts)
                                                            : merge(value, twin, texts);
  }
  return merged;
}

Json merge(const Option& english, const Option& chinese, PageTexts& texts) {
  if (english.is_object() && chinese.is_object()) return merge_objects(english, chinese, texts);
  if (english.is_array() && chinese.is_array() && english.size() == chinese.size()) {
    Json merged = Json::array();
    for (std::size_t i = 0; i < english.size(); ++i)
      merged.push_back(merge(english[i], chinese[i], texts));
    return merged;
  }
  if (english.is_string() && chinese.is_string() && english != chinese)
    return {{"t", texts.number(english.get<std::string>(), chinese.get<std::string>())}};
  return Json(english);
}

// The rows of a picture's legend are as long as its language makes them; the page breaks its own.
Option with_one_legend(const Option& option) {
  if (!option.contains("legend")) return option;
  Option names = Option::array();
  for (const Option& row : option["legend"])
    names.insert(names.end(), row["data"].begin(), row["data"].end());
  Option made = option;
  Option& legend = made["legend"];
  legend = {{"data", std::move(names)}};
  const Option& rows = option["legend"];
  if (!rows.empty() && rows.front().contains("itemWidth"))
    legend["itemWidth"] = rows.front()["itemWidth"];
  return made;
}

}  // namespace

nlohmann::ordered_json page_charts(const ReportInput& input, PageTexts& texts) {
  ReportInput other = input;
  other.language = messages::Language::english;
  const std::vector<Chart> english = make_charts(other);
  other.language = messages::Language::chinese;
  const std::vector<Chart> chinese = make_charts(other);
  Json list = Json::array();
  for (std::size_t i = 0; i < english.size() && i < chinese.size(); ++i) {
    if (english[i].is_empty) continue;
    list.push_back({{"name", english[i].name},
                    {"title", texts.number(english[i].title, chinese[i].title)},
                    {"height", english[i].height},
                    {"option", merge(with_one_legend(english[i].option),
                                     with_one_legend(chinese[i].option), texts)}});
  }
  return list;
}

}  // namespace wgf::report
