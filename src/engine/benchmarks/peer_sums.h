// SPDX-License-Identifier: MIT
#pragma once
// Our own all-reduce, both ways of it, beside the one that is measured.

#include <ATen/core/Tensor.h>

#include "engine/distributed/rank_group.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {

// Numbers of `type` as rank: given, whose sum over all is expected (both int64 on the CPU). Adds
// the metrics one_shot_time and two_shot_time; how many numbers came out wrong of one call each,
// added up. Nothing is measured, and none are wrong, where the ranks' GPUs do not see each other's
// memory.
std::int64_t measure_peer_sums(const at::Tensor& given, const at::Tensor& expected,
                               c10::ScalarType type, RankGroup& ranks, c10::Device device,
                               MeasuredCase& measured);

}  // namespace wgf::engine
