// SPDX-License-Identifier: MIT
#include "results/score_json.h"

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace wgf::results {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<double> optional_number(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<double>();
}

std::vector<AreaScore> areas_from(const Json& json) {
  std::vector<AreaScore> areas;
  for (const Json& area : json)
    areas.push_back({.area = area.at("area"),
                     .value = optional_number(area.at("score")),
                     .measured = area.at("measured_cases"),
                     .cases = area.at("cases")});
  return areas;
}

ScoreCase case_from(const Json& json) {
  return {.id = json.at("id"),
          .area = json.at("area"),
          .unit = json.at("unit"),
          .weight = json.at("weight"),
          .reference = json.at("reference"),
          .rate = optional_number(json.at("rate")),
          .measured_as = json.at("measured_as")};
}

Json to_json(const std::vector<AreaScore>& areas) {
  Json list = Json::array();
  for (const AreaScore& area : areas)
    list.push_back({{"area", area.area},
                    {"score", number_or_null(area.value)},
                    {"measured_cases", area.measured},
                    {"cases", area.cases}});
  return list;
}

Json to_json(const std::vector<ScoreCase>& cases) {
  Json list = Json::array();
  for (const ScoreCase& value : cases)
    list.push_back({{"id", value.id},
                    {"area", value.area},
                    {"unit", value.unit},
                    {"weight", value.weight},
                    {"reference", value.reference},
                    {"rate", number_or_null(value.rate)},
                    {"measured_as", value.measured_as}});
  return list;
}

Json to_json(const RankRow& row) {
  return {{"gpu", row.gpu},
          {"architecture", row.architecture},
          {"score", row.total},
          {"areas", to_json(row.areas)},
          {"kind", to_text(row.kind)},
          {"measured", row.measured},
          {"published", row.published},
          {"forecast", row.forecast}};
}

RankRow row_from(const Json& json) {
  const std::string kind = json.at("kind");
  const std::optional<RateKind> parsed = parse_rate_kind(kind);
  if (!parsed) throw Error({"results.unknown_value", {{"value", kind}}});
  return {.gpu = json.at("gpu"),
          .architecture = json.at("architecture"),
          .total = json.at("score"),
          .areas = areas_from(json.at("areas")),
          .kind = *parsed,
          .measured = json.at("measured"),
          .published = json.at("published"),
          .forecast = json.at("forecast")};
}

}  // namespace

Json to_json(const Score& score) {
  Json json{{"version", score.version},   {"reference", score.reference},
            {"device", score.device},     {"catalog_id", score.catalog_id},
            {"score", score.total},       {"partial", score.is_partial()},
            {"missing", score.missing()}, {"areas", to_json(score.areas)}};
  json["cases"] = to_json(score.cases);
  json["rank"] = score.rank;
  json["ranked"] = score.ranked;
  json["ranking"] = Json::array();
  for (const RankRow& row : score.ranking) json["ranking"].push_back(to_json(row));
  json["unranked"] = score.unranked;
  return json;
}

Json to_json(const Rating& rating) {
  return {{"metric", rating.metric},
          {"task", rating.task},
          {"precision", rating.precision},
          {"level", rating.level}};
}

Score score_from_json(const Json& json) {
  Score score;
  score.version = json.at("version");
  score.reference = json.at("reference");
  score.device = json.at("device");
  score.catalog_id = json.at("catalog_id");
  score.total = json.at("score");
  score.areas = areas_from(json.at("areas"));
  for (const Json& value : json.at("cases")) score.cases.push_back(case_from(value));
  score.rank = json.at("rank");
  score.ranked = json.at("ranked");
  for (const Json& row : json.at("ranking")) score.ranking.push_back(row_from(row));
  score.unranked = json.at("unranked").get<std::vector<std::string>>();
  return score;
}

Rating rating_from_json(const Json& json) {
  return {.metric = json.at("metric"),
          .task = json.at("task"),
          .precision = json.at("precision"),
          .level = json.at("level")};
}

}  // namespace wgf::results
