// SPDX-License-Identifier: MIT
#include "advisor/score/score.h"

#include <algorithm>
#include <cmath>

#include "advisor/score/score_match.h"

namespace wgf::advisor {
namespace {

using catalog::Gpu;
using results::AreaScore;
using results::RankRow;
using results::RateKind;
using results::Run;
using results::ScoreCase;

constexpr double full_score = 100;

// At most 1: a rate above the reference is as good as the reference, so that 100 is the end.
double capped_ratio(const ScoreCase& value) {
  return std::min(*value.rate / value.reference, 1.0);
}

void count(RankRow& row, RateKind kind) {
  (kind == RateKind::measured    ? row.measured
   : kind == RateKind::published ? row.published
                                 : row.forecast) += 1;
  row.kind = std::max(row.kind, kind);
}

void set_rank(Score& score) {
  const auto own = [&](const RankRow& row) {
    return !score.catalog_id.empty() && row.gpu == score.catalog_id;
  };
  int better = 0, others = 0;
  for (const RankRow& row : score.ranking) {
    if (own(row)) continue;  // the same card elsewhere is no rival
    ++others;
    better += row.total > score.total ? 1 : 0;
  }
  score.rank = better + 1;
  score.ranked = others + 1;
}

}  // namespace

bool is_ranked_kind(const Gpu& gpu) {
  return gpu.vendor != "Google" && gpu.vendor != "AWS";
}

std::vector<ScoreCase> empty_cases(const ScoreDefinition& definition, bool is_of_cpu) {
  std::vector<ScoreCase> cases;
  for (const CaseDefinition& value : definition.cases)
    if (!is_of_cpu || value.only.empty())
      cases.push_back({.id = value.id,
                       .area = value.area,
                       .unit = value.unit,
                       .weight = value.weight,
                       .reference = value.reference});
  return cases;
}

std::vector<ScoreCase> measured_cases(const Run& run, const ScoreDefinition& definition) {
  const results::Device* device = scored_device(run);
  std::vector<ScoreCase> cases = empty_cases(definition, device && device->id == "cpu");
  for (ScoreCase& one : cases)
    if (const auto match = best_rate(run, *definition.find(one.id))) {
      one.rate = match->value;
      one.measured_as = match->key;
    }
  return cases;
}

std::optional<double> weighted_score(std::span<const ScoreCase> cases) {
  double logarithms = 0, weights = 0;
  for (const ScoreCase& value : cases) {
    if (!value.rate) continue;
    logarithms += value.weight * std::log(capped_ratio(value));
    weights += value.weight;
  }
  if (weights <= 0) return std::nullopt;
  return full_score * std::exp(logarithms / weights);
}

std::vector<AreaScore> area_scores(std::span<const ScoreCase> cases,
                                   const ScoreDefinition& definition) {
  std::vector<AreaScore> areas;
  for (const std::string& area : definition.areas) {
    std::vector<ScoreCase> own;
    for (const ScoreCase& value : cases)
      if (value.area == area) own.push_back(value);
    if (own.empty()) continue;
    const auto measured = std::count_if(
        own.begin(), own.end(), [](const ScoreCase& value) { return value.rate.has_value(); });
    areas.push_back({.area = area,
                     .value = weighted_score(own),
                     .measured = static_cast<int>(measured),
                     .cases = static_cast<int>(own.size())});
  }
  return areas;
}

std::optional<RankRow> rank_row(std::span<const ScoreCase> cases, const ScoreDefinition& definition,
                                const Forecaster& forecaster, const Gpu& gpu) {
  RankRow row{.gpu = gpu.id, .architecture = gpu.architecture, .kind = RateKind::measured};
  std::vector<ScoreCase> own(cases.begin(), cases.end());
  const bool has_rates =
      std::any_of(own.begin(), own.end(), [](const ScoreCase& c) { return c.rate.has_value(); });
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (has_rates && !own[i].rate) continue;
    const std::optional<Forecaster::Rate> rate = forecaster.rate(*definition.find(own[i].id), gpu);
    if (!rate) return std::nullopt;
    own[i].rate = rate->value;
    count(row, rate->kind);
  }
  row.total = weighted_score(own).value_or(0);
  row.areas = area_scores(own, definition);
  return row;
}

Ranking rank_gpus(std::span<const ScoreCase> cases, std::span<const Gpu> gpus,
                  const ScoreDefinition& definition, const Forecaster& forecaster) {
  Ranking ranking;
  for (const Gpu& gpu : gpus) {
    if (!is_ranked_kind(gpu)) continue;
    if (std::optional<RankRow> row = rank_row(cases, definition, forecaster, gpu))
      ranking.rows.push_back(std::move(*row));
    else
      ranking.unranked.push_back(gpu.id);
  }
  std::stable_sort(ranking.rows.begin(), ranking.rows.end(),
                   [](const RankRow& a, const RankRow& b) { return a.total > b.total; });
  return ranking;
}

std::optional<Score> score_of(const Run& run, std::span<const Gpu> gpus,
                              const ScoreDefinition& definition, const Efficiencies& efficiencies,
                              const KnownRates& known) {
  Score score{.version = definition.version, .reference = definition.reference};
  score.cases = measured_cases(run, definition);
  // A device's memory alone is no performance.
  const bool is_measured =
      std::any_of(score.cases.begin(), score.cases.end(),
                  [](const ScoreCase& value) { return !value.measured_as.empty(); });
  if (!is_measured) return std::nullopt;
  if (const results::Device* device = scored_device(run)) {
    score.device = device->name;
    score.catalog_id = device->catalog_id;
  }
  score.total = weighted_score(score.cases).value_or(0);
  score.areas = area_scores(score.cases, definition);
  const Forecaster forecaster(definition, gpus, efficiencies, known);
  Ranking ranking = rank_gpus(score.cases, gpus, definition, forecaster);
  score.ranking = std::move(ranking.rows);
  score.unranked = std::move(ranking.unranked);
  set_rank(score);
  return score;
}

std::optional<Score> score_of(const Run& run, std::span<const Gpu> gpus) {
  return score_of(run, gpus, current_score_definition());
}

std::optional<Score> score_of(const Run& run, std::span<const Gpu> gpus,
                              const ScoreDefinition& definition) {
  return score_of(run, gpus, definition, known_efficiencies(), known_rates());
}

Forecaster current_forecaster(std::span<const catalog::Gpu> gpus) {
  return {current_score_definition(), gpus, known_efficiencies(), known_rates()};
}

}  // namespace wgf::advisor
