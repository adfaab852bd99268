// SPDX-License-Identifier: MIT
#pragma once
// The score of a run, 0 to 100: 100 x the weighted geometric mean of rate / reference rate over a
// frozen list of cases, each ratio at most 1; and where the machine ranks. docs/method/score.md.

#include <optional>
#include <span>

#include "advisor/score/efficiency.h"
#include "advisor/score/forecast.h"
#include "advisor/score/known_rates.h"
#include "advisor/score/score_definition.h"
#include "catalog/gpu.h"
#include "results/result.h"

namespace wgf::advisor {

using Score = results::Score;

// The rates of the run that count: of each case the fastest batch size and precision among the
// valid, measured results of the run's first device.
std::vector<results::ScoreCase> measured_cases(const results::Run& run,
                                               const ScoreDefinition& definition);

// 100 x exp(sum of weight x log(ratio) / sum of weights) over the cases that have a rate. Empty:
// none has one.
std::optional<double> weighted_score(std::span<const results::ScoreCase> cases);
std::vector<results::AreaScore> area_scores(std::span<const results::ScoreCase> cases,
                                            const ScoreDefinition& definition);

// The cases with a GPU's rates in place of the machine's, where the machine has one. Empty: the
// GPU's generation is not known.
std::optional<results::RankRow> rank_row(std::span<const results::ScoreCase> cases,
                                         const ScoreDefinition& definition,
                                         const Forecaster& forecaster, const catalog::Gpu& gpu);

// Nothing where the run holds no case of the list.
std::optional<Score> score_of(const results::Run& run, std::span<const catalog::Gpu> gpus,
                              const ScoreDefinition& definition, const Efficiencies& efficiencies,
                              const KnownRates& known);
// With the program's own data, and its own definition.
std::optional<Score> score_of(const results::Run& run, std::span<const catalog::Gpu> gpus,
                              const ScoreDefinition& definition);
std::optional<Score> score_of(const results::Run& run, std::span<const catalog::Gpu> gpus);

// With the program's own definition and data, as the second score_of.
Forecaster current_forecaster(std::span<const catalog::Gpu> gpus);

// Every GPU of the catalogue over the whole list, best first, and the ids of those nothing is known
// of.
struct Ranking {
  std::vector<results::RankRow> rows;
  std::vector<std::string> unranked;
};
Ranking rank_gpus(std::span<const results::ScoreCase> cases, std::span<const catalog::Gpu> gpus,
                  const ScoreDefinition& definition, const Forecaster& forecaster);

// The list without rates, and with every case present as far as ranking goes; of a CPU without
// those of GPUs alone.
std::vector<results::ScoreCase> empty_cases(const ScoreDefinition& definition,
                                            bool is_of_cpu = false);

// TPUs, Trainium and Inferentia run no LibTorch program of this kind and are no part of the score.
bool is_ranked_kind(const catalog::Gpu& gpu);

}  // namespace wgf::advisor
