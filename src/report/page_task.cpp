// SPDX-License-Identifier: MIT
// What tasks answer, for the page: advice and tables as the other reports print them.

#include <nlohmann/json.hpp>

#include "report/page_data.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using messages::Language;

Json columns_json(const Table& english, const Table& chinese, PageTexts& texts) {
  Json columns = Json::array();
  for (std::size_t i = 0; i < english.columns.size(); ++i)
    columns.push_back({texts.number(english.columns[i].title, chinese.columns[i].title),
                       english.columns[i].align == Align::right});
  return columns;
}

Json table_json(const Table& english, const Table& chinese, PageTexts& texts) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < english.rows.size(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < english.rows[i].size(); ++j)
      row.push_back(texts.number(english.rows[i][j], chinese.rows[i][j]));
    rows.push_back(std::move(row));
  }
  return {{"columns", columns_json(english, chinese, texts)}, {"rows", std::move(rows)}};
}

Json section_json(const TaskSection& english, const TaskSection& chinese, PageTexts& texts) {
  Json advice = Json::array(),
       tables = Json::array({table_json(english.table, chinese.table, texts)});
  for (std::size_t i = 0; i < english.advice.size(); ++i)
    advice.push_back(texts.number(english.advice[i], chinese.advice[i]));
  for (std::size_t i = 0; i < english.more.size(); ++i) {
    Json table = table_json(english.more[i].table, chinese.more[i].table, texts);
    table["title"] = texts.number(english.more[i].title, chinese.more[i].title);
    tables.push_back(std::move(table));
  }
  return {{"advice", std::move(advice)}, {"tables", std::move(tables)}};
}

}  // namespace

Json page_tasks(const ReportInput& input, PageTexts& texts) {
  Json list = Json::array();
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const auto english = task_section(input.runs[i], Language::english);
    if (!english) continue;
    list.push_back(section_json(*english, *task_section(input.runs[i], Language::chinese), texts));
    list.back()["run"] = i;
  }
  return list;
}

}  // namespace wgf::report
