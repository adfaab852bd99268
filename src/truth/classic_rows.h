// SPDX-License-Identifier: MIT
#pragma once
// A published training rate of a classic network (data/truth/classic_training.csv and files with
// the same columns).

#include <memory>

#include "advisor/training/classic_training.h"
#include "truth/row_cells.h"

namespace wgf::truth {

struct ClassicRow {
  const catalog::Gpu* gpu = nullptr;            // as it ran
  std::shared_ptr<const catalog::Gpu> changed;  // `gpu`, where that is not how it is sold
  advisor::ClassicCase one;
  double rate = 0;  // samples a second of all cards together
};

// Whether the row is of such a network: by its metric ("training_throughput") or its name.
bool is_classic_row(const Cells& cells);

// Throws Unreadable.
ClassicRow read_classic_row(const Cells& cells, const catalog::GpuCatalog& gpus);

}  // namespace wgf::truth
