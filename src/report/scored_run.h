// SPDX-License-Identifier: MIT
#pragma once
// A run with a score and the GPUs it stands among, and rents of such GPUs, for tests.

#include "report/rent.h"
#include "report/sample_run.h"

namespace wgf::report {

// One published rate, the others forecast.
inline results::RankRow rank_row(const char* id, double total) {
  return {.gpu = id,
          .total = total,
          .kind = results::RateKind::forecast,
          .published = 1,
          .forecast = 7};
}

// An H200 that scores 77.8 among five GPUs, its own record at 67.2 one of them.
inline results::Run scored_run(double total = 77.8, int rank = 3) {
  results::Run run = sample_run();
  run.score = results::Score{.version = 1,
                             .reference = "gb300",
                             .device = "NVIDIA H200",
                             .catalog_id = "h200-sxm",
                             .total = total,
                             .areas = {{"training", 9.96, 1, 1}},
                             .cases = {{"train_net", "training", "samples/s", 1, 1e4, 996.0, "x"}},
                             .rank = rank,
                             .ranked = 5};
  run.score->ranking = {rank_row("gb300", 100), rank_row("b200-sxm", 90.7),
                        rank_row("h200-sxm", 67.2), rank_row("mi300x", 60.1),
                        rank_row("h100-sxm", 51.8)};
  return run;
}

inline Rent rent(const char* gpu, double usd, PriceAge age, const char* date = "") {
  return {gpu, UsdPerHour(usd), "cloud", parse_date(date), age};
}

}  // namespace wgf::report
