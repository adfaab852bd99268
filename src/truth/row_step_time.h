// SPDX-License-Identifier: MIT
#pragma once
// The time of a step that a training row measured, whatever it states: a time, a rate or a share.

#include "advisor/network/network.h"
#include "advisor/training/training_case.h"
#include "base/units.h"
#include "catalog/gpu.h"
#include "truth/row_cells.h"

namespace wgf::truth {

// Of the columns metric, value and unit. The unit, where stated, says more than the metric's name:
// "tokens/s/GPU" under tokens_per_s is of one GPU. Without one, times are seconds, and an MFU of at
// most 1 is a fraction. Throws Unreadable: no step time, a unit not known or of something else.
Seconds step_time_of(const Cells& cells, const advisor::Network& network,
                     const advisor::TrainingCase& one, const catalog::Gpu& gpu);

}  // namespace wgf::truth
