// SPDX-License-Identifier: MIT
// validate --json.

#include <nlohmann/json.hpp>

#include "base/figures.h"
#include "results/json_print.h"
#include "truth/validate_answer.h"

namespace wgf::truth {
namespace {

using Json = nlohmann::ordered_json;

Json errors_json(const ErrorGroupKey& key, const ErrorSummary& one) {
  const auto& [quantity, by, name] = key;
  return {{"quantity", quantity},
          {"by", by},
          {"name", name},
          {"rows", one.rows},
          {"median", without_dirt(one.median)},
          {"mean", without_dirt(one.mean)},
          {"p90", without_dirt(one.p90)},
          {"max", without_dirt(one.max)},
          {"inside", without_dirt(one.inside)},
          {"width", without_dirt(one.width)}};
}

Json files_json(const ValidateAnswer& answer) {
  Json files = Json::array();
  for (const JudgedFile& file : answer.files) {
    std::size_t used = 0;
    for (const JudgedRow& row : file.rows) used += row.is_used();
    files.push_back({{"name", file.name},
                     {"is_of_measurements", file.kind != TruthKind::none},
                     {"rows", file.rows.size()},
                     {"predicted", used}});
  }
  return files;
}

Json unused_json(const ValidateAnswer& answer) {
  Json list = Json::array();
  for (const auto& [what, rows] : answer.unused)
    list.push_back({{"quantity", what.quantity},
                    {"reason", what.reason},
                    {"breaks_physics", rows.front()->breaks_physics},
                    {"rows", rows.size()}});
  return list;
}

Json physics_json(const ValidateAnswer& answer) {
  Json list = Json::array();
  for (const auto& [what, rows] : answer.unused)
    for (const JudgedRow* row : rows)
      if (row->breaks_physics)
        list.push_back({{"file", row->file},
                        {"line", row->line},
                        {"id", row->prediction.id},
                        {"reason", what.reason}});
  return list;
}

Json regressions_json(const ValidateAnswer& answer) {
  Json list = Json::array();
  for (const Regression& one : answer.regressions)
    list.push_back({{"figure", one.figure},
                    {"now", errors_json(one.group, one.now)},
                    {"then", errors_json(one.group, one.then)}});
  return list;
}

}  // namespace

std::string validate_json(const ValidateAnswer& answer) {
  Json groups = Json::array();
  for (const auto& [key, one] : answer.groups) groups.push_back(errors_json(key, one));
  const Json json{{"files", files_json(answer)},
                  {"errors", groups},
                  {"not_predicted", unused_json(answer)},
                  {"breaks_physics", physics_json(answer)},
                  {"against", answer.against.empty() ? Json() : Json(answer.against)},
                  {"regressions", regressions_json(answer)}};
  return results::indented(json);
}

}  // namespace wgf::truth
