// SPDX-License-Identifier: MIT
// What tasks answer and links come to, for the page: advice and tables as the other reports print
// them.

#include <nlohmann/json.hpp>

#include "report/page/page_data.h"
#include "report/tasks/link_matrix.h"
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

// The task's own table has no title.
Json titled_json(const TitledTable& english, const TitledTable& chinese, PageTexts& texts) {
  Json table = table_json(english.table, chinese.table, texts);
  if (!english.title.empty()) table["title"] = texts.number(english.title, chinese.title);
  return table;
}

struct Answer {
  std::vector<std::string> advice;
  std::vector<TitledTable> tables;
};

Answer answer_of(const results::Run& run, Language language) {
  auto task = task_section(run, language);
  if (!task) return {{}, link_matrices(run, language)};
  Answer answer{std::move(task->advice), {{"", std::move(task->table)}}};
  for (TitledTable& more : task->more) answer.tables.push_back(std::move(more));
  return answer;
}

Json answer_json(const Answer& english, const Answer& chinese, PageTexts& texts) {
  Json advice = Json::array(), tables = Json::array();
  for (std::size_t i = 0; i < english.advice.size(); ++i)
    advice.push_back(texts.number(english.advice[i], chinese.advice[i]));
  for (std::size_t i = 0; i < english.tables.size(); ++i)
    tables.push_back(titled_json(english.tables[i], chinese.tables[i], texts));
  return {{"advice", std::move(advice)}, {"tables", std::move(tables)}};
}

}  // namespace

Json page_tasks(const ReportInput& input, PageTexts& texts) {
  Json list = Json::array();
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const Answer english = answer_of(input.runs[i], Language::english);
    if (english.tables.empty()) continue;
    list.push_back(answer_json(english, answer_of(input.runs[i], Language::chinese), texts));
    list.back()["run"] = i;
  }
  return list;
}

}  // namespace wgf::report
