// SPDX-License-Identifier: MIT
#pragma once
// The case lists of quick name batches of data-centre cards; on a smaller one they are halved until
// the forecast fits.

#include <string>
#include <vector>

#include "base/message.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "results/case.h"

namespace wgf::runner {

struct LoweredBatch {
  std::string key;  // of the lowered case
  Message note;
};

// Halves the batch of every case whose memory forecast exceeds `free_memory`, down to 1; a batch
// the plan then holds twice stays once.
std::vector<LoweredBatch> lower_batches(std::vector<results::Case>& plan,
                                        const catalog::ModelCatalog& models, Bytes free_memory);

}  // namespace wgf::runner
