// SPDX-License-Identifier: MIT
#pragma once
// How the run of one row was trained, from what the row says of it.

#include "advisor/network/network.h"
#include "advisor/training/training_case.h"
#include "advisor/truth/row_cells.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// Throws Unreadable where the row leaves open what the time depends on.
TrainingCase case_of(const Cells& cells, const Network& network, const catalog::Gpu& gpu, int gpus);

}  // namespace wgf::advisor
