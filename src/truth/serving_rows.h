// SPDX-License-Identifier: MIT
#pragma once
// Published measurements of serving (data/truth/inference*.csv.gz and files with the same columns)
// as cases of the advisor with what was measured.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/serving/forecast_serving.h"
#include "truth/row_cells.h"
#include "truth/serving_metric.h"

namespace wgf::truth {

struct ServingRow {
  std::string id;
  std::string group;  // repository; of files of configurations also software and generation
  const catalog::Gpu* gpu = nullptr;            // as it ran
  const catalog::Gpu* whole = nullptr;          // as it is sold: what bounds it
  std::shared_ptr<const catalog::Gpu> changed;  // `gpu`, where that is not how it is sold
  advisor::Node node;
  advisor::Network network;
  advisor::ServingCase one;
  ServingMetric metric = ServingMetric::tpot;
  double measured = 0;
};

// Whose band the row's measurement is held against.
advisor::ServingBandKind band_kind(const ServingRow& row);

struct ServingRows {
  std::vector<ServingRow> rows;
  std::vector<UnreadRow> unread;
};

// One row; throws Unreadable. `has_limits`: rows faster than their card multiplies, or than its
// memory delivers the weights, are left unread.
ServingRow read_serving_row(const Cells& cells, const catalog::Catalog& catalog,
                            bool has_limits = true);

// Throws Error(csv.*) where the file is not a table with these columns.
ServingRows read_serving_rows(std::string_view csv, const std::string& file,
                              const catalog::Catalog& catalog, bool has_limits = true);

// What the forecast says of the metric.
double forecast_of(const advisor::ServingForecast& forecast, const advisor::ServingCase& one,
                   ServingMetric metric);

}  // namespace wgf::truth
