// SPDX-License-Identifier: MIT
#pragma once
// How the run of one row was trained, from what the row says of it.

#include "advisor/network/network.h"
#include "advisor/training/training_case.h"
#include "catalog/gpu.h"
#include "truth/row_cells.h"

namespace wgf::truth {

// Throws Unreadable where the row leaves open what the time depends on.
advisor::TrainingCase case_of(const Cells& cells, const advisor::Network& network,
                              const catalog::Gpu& gpu, int gpus);

}  // namespace wgf::truth
