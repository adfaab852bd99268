// SPDX-License-Identifier: MIT
// The ranking of a page: places, texts and colours ready made, so that its script only shows,
// sorts and filters them.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "catalog/catalog.h"
#include "report/charts/chart_parts.h"
#include "report/page/page_data.h"
#include "report/ranking.h"
#include "report/score_section.h"

namespace wgf::report {
namespace {

using Ordered = nlohmann::ordered_json;
using messages::Language;
using results::RankRow;
using results::Score;

Message rates_message(int measured, int published, int forecast) {
  return {"page.rank_rates",
          {{"measured", std::to_string(measured)},
           {"published", std::to_string(published)},
           {"forecast", std::to_string(forecast)}}};
}

// Name, architecture and memory as the catalogue has them; the id where it lacks the record.
void put_record(Ordered& json, const std::string& id, const catalog::GpuCatalog& gpus) {
  const catalog::Gpu* gpu = gpus.find_id(id);
  json["name"] = gpu == nullptr ? id : gpu->name;
  json["architecture"] = gpu == nullptr ? "" : gpu->architecture;
  json["memory_gb"] = gpu == nullptr ? Ordered(nullptr) : Ordered(gpu->memory_gb);
}

void put_scores(Ordered& json, double total, const std::vector<results::AreaScore>& areas) {
  json["score"] = total;
  json["text"] = score_text(total);
  json["areas"] = Ordered::array();
  json["area_texts"] = Ordered::array();
  for (const results::AreaScore& area : areas) {
    const bool has_value = area.value && std::isfinite(*area.value);
    json["areas"].push_back(has_value ? Ordered(*area.value) : Ordered(nullptr));
    json["area_texts"].push_back(has_value ? score_text(*area.value) : "–");
  }
}

// Points an hour's dollar buys, and what the price is; null where nobody rents such a card alone.
void put_points(Ordered& json, const std::string& id, double total, const ReportInput& input,
                PageTexts& texts) {
  const catalog::Gpu* gpu = catalog::embedded_catalog().gpus().find_id(id);
  const Rent* rent = gpu == nullptr ? nullptr : find_rent(input.rents, gpu->id);
  json["points"] = rent == nullptr ? Ordered(nullptr) : Ordered(total / rent->price.value);
  if (rent == nullptr) return;
  json["points_text"] = format_number(total / rent->price.value, 3);
  json["usd_per_hour"] = rent->price.value;
  json["rent"] =
      texts.number(rent_text(*rent, Language::english), rent_text(*rent, Language::chinese));
}

Ordered machine_json(const Score& score, const std::string& name, const catalog::GpuCatalog& gpus,
                     PageTexts& texts) {
  Ordered json;
  put_record(json, score.catalog_id, gpus);
  json["name"] = name;
  put_scores(json, score.total, score.areas);
  json["kind"] = "own";
  json["basis"] = texts.number({"page.rank_own", {}});
  const std::size_t measured = score.cases.size() - score.missing().size();
  json["rates"] = texts.number(rates_message(static_cast<int>(measured), 0, 0));
  return json;
}

Ordered gpu_json(const RankRow& row, const catalog::GpuCatalog& gpus, PageTexts& texts) {
  Ordered json;
  put_record(json, row.gpu, gpus);
  json["architecture"] = row.architecture;
  put_scores(json, row.total, row.areas);
  json["kind"] = to_text(usual_kind(row));
  json["basis"] =
      texts.number(rate_kind_text(row, Language::english), rate_kind_text(row, Language::chinese));
  json["rates"] = texts.number(rates_message(row.measured, row.published, row.forecast));
  return json;
}

// Runs with a score that the table cannot hold beside the first one's.
Ordered left_out_json(const ReportInput& input, const std::vector<RankedRow>& rows) {
  Ordered list = Ordered::array();
  const std::vector<std::string> names = run_names(input);
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const bool is_ranked = std::any_of(rows.begin(), rows.end(), [&](const RankedRow& row) {
      return row.gpu == nullptr && row.run == i;
    });
    if (input.runs[i].score && !is_ranked) list.push_back(names[i]);
  }
  return list;
}

const Score& first_score(const ReportInput& input) {
  const auto run = std::find_if(input.runs.begin(), input.runs.end(),
                                [](const results::Run& each) { return each.score.has_value(); });
  return *run->score;
}

}  // namespace

nlohmann::ordered_json page_ranking(const ReportInput& input, PageTexts& texts) {
  constexpr std::size_t best = 5, around = 5;  // on paper
  const std::vector<RankedRow> rows = ranked_rows(input);
  const bool has_gpus = std::any_of(rows.begin(), rows.end(),
                                    [](const RankedRow& row) { return row.gpu != nullptr; });
  if (!has_gpus) return nullptr;
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  const std::vector<bool> is_near = nearest_rows(rows, best, around);
  const std::vector<std::string> names = run_names(input);
  Ordered areas = Ordered::array(), list = Ordered::array(), unranked = Ordered::array();
  const Score& first = first_score(input);
  for (const results::AreaScore& area : first.areas) areas.push_back(area.area);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RankedRow& row = rows[i];
    Ordered json = row.gpu != nullptr
                       ? gpu_json(*row.gpu, catalog.gpus(), texts)
                       : machine_json(*row.score, names[row.run], catalog.gpus(), texts);
    put_points(json, row.gpu != nullptr ? row.gpu->gpu : row.score->catalog_id, row.total(), input,
               texts);
    json["place"] = row.place ? Ordered(*row.place) : Ordered(nullptr);
    json["is_near"] = static_cast<bool>(is_near[i]);
    list.push_back(std::move(json));
  }
  for (const std::string& id : first.unranked) {
    const catalog::Gpu* gpu = catalog.gpus().find_id(id);
    unranked.push_back(gpu == nullptr ? id : gpu->name);
  }
  return {{"areas", std::move(areas)},
          {"rows", std::move(list)},
          {"unranked", std::move(unranked)},
          {"left_out", left_out_json(input, rows)}};
}

}  // namespace wgf::report
