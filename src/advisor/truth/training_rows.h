// SPDX-License-Identifier: MIT
#pragma once
// Published training measurements (data/truth/training.csv and files with the same columns) as
// cases of the advisor with the step time that was measured.

#include <string>
#include <string_view>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/training/node.h"
#include "advisor/training/training_case.h"
#include "base/units.h"
#include "catalog/catalog.h"

namespace wgf::advisor {

struct TrainingRow {
  std::string id;
  std::string group;  // repository or paper: what is held out together
  const catalog::Gpu* gpu = nullptr;
  Node node;
  Network network;
  TrainingCase one;
  Seconds step_time;  // measured
};

struct UnreadRow {
  std::string id, group;
  std::string reason;  // "no layout", "model without layers", …
};

struct TrainingRows {
  std::vector<TrainingRow> rows;
  std::vector<UnreadRow> unread;  // with what they lack, or what in them breaks physics
};

// Throws Error(csv.*) where the file is not a table with these columns.
TrainingRows read_training_rows(std::string_view csv, const std::string& file,
                                const catalog::Catalog& catalog);

// "pytorch/ao docs/…" → "pytorch/ao"; MLPerf's submitters are one group.
std::string group_of_source(std::string_view source);

}  // namespace wgf::advisor
