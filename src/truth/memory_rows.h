// SPDX-License-Identifier: MIT
#pragma once
// A published measurement of memory (data/truth/memory.csv and files with the same columns) as a
// case of the advisor: by our reading of the row (data/truth/memory_cases.csv) where there is one,
// else by the words of its columns.

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "advisor/memory/estimate.h"
#include "catalog/catalog.h"
#include "truth/row_cells.h"

namespace wgf::truth {

struct MemoryRow {
  std::string metric;  // "reserved", "weights", … as in memory_cases.csv
  advisor::Network network;
  advisor::MemoryCase one;
  double unit = 1073741824.0;            // bytes of the value's unit
  double gguf_bits = 0;                  // of a weight, where `one` has them in 16
  double capacity = 0, utilisation = 0;  // bytes a server may fill, for "pool"
};

// Which rows were read by hand, and how. A row is known by its id together with its source.
class MemoryReadings {
 public:
  // rows: a file like memory.csv; cases: our reading of it. Throws Error(csv.*).
  void add(std::string_view rows, std::string_view cases);

  struct Reading {
    std::string metric, model, options, reason;
  };
  const Reading* find(const std::string& id, const std::string& source) const;

 private:
  std::map<std::pair<std::string, std::string>, Reading> readings_;
};

// Throws Unreadable for a row that says too little.
MemoryRow memory_row(const MemoryReadings::Reading& reading, const catalog::ModelCatalog& models);
MemoryRow memory_row(const Cells& cells, const catalog::ModelCatalog& models);

// What the metric says of the estimate, in bytes, and its 90 % half-width.
struct PredictedBytes {
  double bytes = 0, half_width = 0;
  double sum = 0, unstated_spread = 0;  // of the terms, and its share that no option states
  double unstated() const { return sum * unstated_spread; }
};
PredictedBytes predicted_metric(const MemoryRow& row);

}  // namespace wgf::truth
