// SPDX-License-Identifier: MIT
#pragma once
// Our own all-reduce, both ways of it, beside the one that is measured.

#include "engine/benchmarks/collective_buffers.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {

// Of the buffers' numbers, whose type is given. Adds the metrics one_shot_time and two_shot_time;
// how many numbers came out wrong of one call each, added up. Nothing is measured, and none are
// wrong, where the ranks' GPUs do not see each other's memory.
std::int64_t measure_peer_sums(const CollectiveBuffers& buffers, c10::ScalarType type,
                               RankGroup& ranks, c10::Device device, MeasuredCase& measured);

}  // namespace wgf::engine
