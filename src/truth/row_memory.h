// SPDX-License-Identifier: MIT
#pragma once
// The memory of a card whose name leaves it open: "A100" is sold with 40 and with 80 GB.

#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace wgf::truth {

// Cards that differ from this one by their memory, the smallest first; none where the cell says how
// much it is.
std::vector<const catalog::Gpu*> other_memories(const std::string& cell, const catalog::Gpu& gpu,
                                                const catalog::GpuCatalog& gpus);

// The one of these that the notes name: "8x A100 80GB", "80 GB cards"; else the card as it was
// read.
const catalog::Gpu* with_memory_said(const std::string& cell, const catalog::Gpu* gpu,
                                     const std::string& notes, const catalog::GpuCatalog& gpus);

}  // namespace wgf::truth
