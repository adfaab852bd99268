// SPDX-License-Identifier: MIT
// The score of each run for the page, with the names and memories of the GPUs it is ranked among.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "catalog/catalog.h"
#include "report/page_data.h"
#include "results/score_json.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const std::string& id, const catalog::GpuCatalog& gpus) {
  const catalog::Gpu* gpu = gpus.find_id(id);
  return gpu == nullptr ? id : gpu->name;
}

Json memory_of(const std::string& id, const catalog::GpuCatalog& gpus) {
  const catalog::Gpu* gpu = gpus.find_id(id);
  return gpu == nullptr ? Json(nullptr) : Json(gpu->memory_gb);
}

Json optional_json(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json rank_json(const results::RankRow& row, const catalog::GpuCatalog& gpus) {
  Json areas = Json::array();
  for (const results::AreaScore& area : row.areas) areas.push_back(optional_json(area.value));
  return {{"id", row.gpu},
          {"name", name_of(row.gpu, gpus)},
          {"architecture", row.architecture},
          {"memory_gb", memory_of(row.gpu, gpus)},
          {"total", row.total},
          {"areas", std::move(areas)},
          {"kind", results::to_text(row.kind)},
          {"counts", {row.measured, row.published, row.forecast}}};
}

Json score_json(const results::Score& score, const catalog::GpuCatalog& gpus) {
  Json ranking = Json::array();
  for (const results::RankRow& row : score.ranking) ranking.push_back(rank_json(row, gpus));
  Json unranked = Json::array();
  for (const std::string& id : score.unranked) unranked.push_back(name_of(id, gpus));
  const catalog::Gpu* own = gpus.find_id(score.catalog_id);
  return {{"version", score.version},
          {"reference", name_of(score.reference, gpus)},
          {"device", score.device},
          {"architecture", own == nullptr ? "" : own->architecture},
          {"memory_gb", memory_of(score.catalog_id, gpus)},
          {"total", optional_json(score.total)},
          {"areas", results::to_json(score.areas)},
          {"cases", results::to_json(score.cases)},
          {"is_partial", score.is_partial()},
          {"missing", score.missing()},
          {"rank", score.rank},
          {"ranked", score.ranked},
          {"ranking", std::move(ranking)},
          {"unranked", std::move(unranked)}};
}

}  // namespace

nlohmann::ordered_json page_scores(const ReportInput& input) {
  Json list = Json::array();
  const bool has_score = std::any_of(input.runs.begin(), input.runs.end(),
                                     [](const results::Run& run) { return run.score.has_value(); });
  if (!has_score) return list;
  // The embedded records: a page must read the same wherever it is made.
  const catalog::Catalog catalog;
  for (const results::Run& run : input.runs)
    list.push_back(run.score ? score_json(*run.score, catalog.gpus()) : Json(nullptr));
  return list;
}

}  // namespace wgf::report
