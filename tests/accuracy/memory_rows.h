// SPDX-License-Identifier: MIT
#pragma once
// A row of data/truth/memory.csv as a case of the advisor, by data/truth/memory_cases.csv.

#include <string>

#include "advisor/memory/estimate.h"
#include "catalog/catalog.h"
#include "table.h"

namespace wgf::accuracy {

struct MemoryRow {
  std::string metric;
  advisor::Network network;
  advisor::MemoryCase one;
  double unit = 1073741824.0;            // bytes of the value's unit
  double capacity = 0, utilisation = 0;  // bytes a server may fill, for "pool"
};

// Throws std::runtime_error for a model or an option that is not known.
MemoryRow memory_row(const Row& reading, const catalog::ModelCatalog& models);

// What the metric says of the estimate, in bytes, and its 90 % half-width.
struct Predicted {
  double bytes = 0, half_width = 0;
};
Predicted predicted_metric(const MemoryRow& row);

}  // namespace wgf::accuracy
