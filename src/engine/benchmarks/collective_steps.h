// SPDX-License-Identifier: MIT
#pragma once
// One call of a collective as a step: by NCCL itself, or through c10d's backend of the device.

#include <memory>

#include "engine/benchmarks/collective_buffers.h"
#include "engine/measure/step_work.h"

namespace wgf::engine {

// All of these must outlive it. Throws as RankGroup::nccl() does.
std::unique_ptr<StepWork> make_collective_step(const CollectiveSettings& settings,
                                               CollectiveBuffers& buffers, RankGroup& ranks,
                                               c10::Device device);

}  // namespace wgf::engine
