// SPDX-License-Identifier: MIT
#pragma once
// Where machines stand among the GPUs of the catalogue: one order and one count of places for the
// tables, the page and the chart.

#include <cstddef>
#include <optional>
#include <vector>

#include "report/report_input.h"
#include "results/score.h"

namespace wgf::report {

struct RankedRow {
  const results::RankRow* gpu = nullptr;  // of the catalogue; none: a machine
  const results::Score* score = nullptr;  // the machine's
  std::size_t run = 0;                    // the machine's
  std::optional<int> place;  // none: the record of the machine's own card, which is no rival of it

  double total() const { return gpu != nullptr ? gpu->total : score->total; }
};

// Best first. A score without a device is the catalogue alone: no row is a machine's.
std::vector<RankedRow> ranked_rows(const results::Score& score);

// The rows of the first run that has a score, and among them the later runs that were scored by
// the same version over the same cases, each at the place it has by itself. Empty without a score.
std::vector<RankedRow> ranked_rows(const ReportInput& input);

// For each row whether it is one of the `best` first, at most `around` rows from a machine, or
// alone between two such rows.
std::vector<bool> nearest_rows(const std::vector<RankedRow>& rows, std::size_t best,
                               std::size_t around);

// What most of its rates are; of as many the less certain. A row is coloured after it.
results::RateKind usual_kind(const results::RankRow& row);

}  // namespace wgf::report
