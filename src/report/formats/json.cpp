// SPDX-License-Identifier: MIT
// results.json: the record as it is, with the English sentence beside every reason and warning, and
// the advice of a task.

#include <nlohmann/json.hpp>

#include "report/formats/report_format.h"
#include "report/score_section.h"
#include "report/tasks/task_section.h"
#include "results/json.h"
#include "results/json_print.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;

// Always English: the file is read by programs and by people elsewhere; "code" serves translation.
void put_text(Json& json, const Message& message) {
  json["text"] = messages::render(message, messages::Language::english);
}

}  // namespace

std::string write_json(const results::Run& run, messages::Language) {
  Json json = results::to_json(run);
  Json& list = json["results"];
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const results::Result& result = run.results[i];
    if (result.reason) put_text(list[i]["reason"], *result.reason);
    for (std::size_t j = 0; j < result.warnings.size(); ++j)
      put_text(list[i]["warnings"][j], result.warnings[j]);
    for (std::size_t j = 0; j < result.ratings.size(); ++j)
      if (const results::Metric* metric = result.find(result.ratings[j].metric))
        list[i]["ratings"][j]["text"] =
            rating_text(result.ratings[j], metric->value, messages::Language::english);
  }
  if (const auto task = task_section(run, messages::Language::english))
    json["advice"] = task->advice;
  // A driver's or a path's broken UTF-8 must not lose a whole run.
  return results::indented(json);
}

}  // namespace wgf::report
