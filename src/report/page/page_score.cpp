// SPDX-License-Identifier: MIT
// The score of each run for the page: its numbers printed as the other reports print them.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "catalog/catalog.h"
#include "report/page/page_data.h"
#include "report/score_section.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;

Json area_json(const results::AreaScore& area) {
  const bool has_value = area.value && std::isfinite(*area.value);
  return {{"area", area.area},
          {"score", has_value ? Json(*area.value) : Json(nullptr)},
          {"text", has_value ? score_text(*area.value) : "–"},
          {"measured", area.measured},
          {"cases", area.cases}};
}

Json case_json(const results::ScoreCase& value) {
  const auto text = [&](double rate) { return format_number(rate) + " " + value.unit; };
  return {{"id", value.id},
          {"area", value.area},
          {"rate", value.rate ? Json(text(*value.rate)) : Json(nullptr)},
          {"reference", text(value.reference)}};
}

Json score_json(const results::Score& score, const catalog::GpuCatalog& gpus) {
  Json areas = Json::array(), cases = Json::array();
  for (const results::AreaScore& area : score.areas) areas.push_back(area_json(area));
  for (const results::ScoreCase& value : score.cases) cases.push_back(case_json(value));
  const catalog::Gpu* reference = gpus.find_id(score.reference);
  return {{"version", score.version},
          {"reference", reference == nullptr ? score.reference : reference->name},
          {"text", score_text(score.total)},
          {"areas", std::move(areas)},
          {"cases", std::move(cases)},
          {"missing", score.missing()},
          {"rank", score.rank},
          {"ranked", score.ranked}};
}

}  // namespace

nlohmann::ordered_json page_scores(const ReportInput& input) {
  Json list = Json::array();
  const bool has_score = std::any_of(input.runs.begin(), input.runs.end(),
                                     [](const results::Run& run) { return run.score.has_value(); });
  if (!has_score) return list;
  // The embedded records: a page must read the same wherever it is made.
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  for (const results::Run& run : input.runs)
    list.push_back(run.score ? score_json(*run.score, catalog.gpus()) : Json(nullptr));
  return list;
}

}  // namespace wgf::report
