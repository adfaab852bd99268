// SPDX-License-Identifier: MIT
#pragma once
// Published training measurements (data/truth/training.csv and files with the same columns) as
// cases of the advisor with the step time that was measured.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/predict/claim.h"
#include "advisor/training/node.h"
#include "advisor/training/training_case.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "truth/row_cells.h"

namespace wgf::truth {

struct TrainingRow {
  std::string id;
  std::string group;                            // repository or paper: what is held out together
  const catalog::Gpu* gpu = nullptr;            // as it ran
  const catalog::Gpu* whole = nullptr;          // as it is sold: what bounds it
  std::shared_ptr<const catalog::Gpu> changed;  // `gpu`, where that is not how it is sold
  advisor::Node node;
  advisor::Network network;
  advisor::TrainingCase one;
  Seconds step_time;  // measured
};

struct TrainingRows {
  std::vector<TrainingRow> rows;
  std::vector<UnreadRow> unread;  // with what they lack, or what in them breaks physics
};

// What the row claims, as `audit` judges it.
advisor::Claim claim_of(const TrainingRow& row);

// One row; throws Unreadable. `has_limits`: rows that are impossible are left unread, and those
// above nine tenths of the card's peak, which no training is known to reach.
TrainingRow read_training_row(const Cells& cells, const catalog::Catalog& catalog,
                              bool has_limits = true);

// Throws Error(csv.*) where the file is not a table with these columns.
TrainingRows read_training_rows(std::string_view csv, const std::string& file,
                                const catalog::Catalog& catalog, bool has_limits = true);

}  // namespace wgf::truth
