// SPDX-License-Identifier: MIT
#pragma once
// Shares in words: what an MFU or a utilisation means for this task. Bands: data/score/bands.toml.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "results/result.h"

namespace wgf::advisor {

struct RatingBand {
  std::string metric;                        // "mfu"
  std::string task;                          // "transformer_training"
  std::vector<std::string> precisions;       // empty: any
  double fair = 0, good = 0, excellent = 0;  // percent, each from there on
  std::string source;
};

using RatingBands = std::vector<RatingBand>;

const RatingBands& known_bands();
RatingBands parse_bands(std::string_view text, const std::string& file);

// "poor", "fair", "good", "excellent"
std::string_view level_of(const RatingBand& band, double percent);

// What a result was about: "transformer_training", "matmul", …; empty where no band could hold:
// small batches (they are about latency), and networks of other kinds.
std::string task_of(const results::Result& result, const catalog::ModelCatalog& models);

// The ratings of one result: its MFU, bandwidth and GPU utilisation, as far as bands are known.
std::vector<results::Rating> ratings_of(const results::Result& result,
                                        const catalog::ModelCatalog& models,
                                        const RatingBands& bands = known_bands());

// Fills the ratings of every result of the run.
void rate_results(results::Run& run, const catalog::ModelCatalog& models);

}  // namespace wgf::advisor
