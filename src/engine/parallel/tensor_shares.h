// SPDX-License-Identifier: MIT
#pragma once
// What each rank of tensor parallelism holds of a decoder that is trained.

#include <cstdint>

#include "engine/llm/decoder_shape.h"
#include "engine/training/parameter_group.h"

namespace wgf::engine {

// Throws Error(engine.shape_does_not_divide) where heads, keys' heads or the feed-forward do not
// divide by the ranks. The vocabulary need not.
DecoderShape trained_share_of(const DecoderShape& whole, std::int64_t ranks);

// The rank's part of a parameter, padded as its place is.
at::Tensor share_of_parameter(const at::Tensor& whole, const ParameterSpec& place,
                              const DecoderShape& share, std::int64_t rank);

// Masters and weights as parts of those a single rank would begin with. whole: the group's
// parameters there, in the same order.
void fill_share_at_start(ParameterGroup& group, const std::vector<ParameterSpec>& whole,
                         const DecoderShape& share, std::int64_t rank, std::uint64_t seed,
                         std::int64_t number);

}  // namespace wgf::engine
