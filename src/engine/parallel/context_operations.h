// SPDX-License-Identifier: MIT
#pragma once
// Operations of a rank that has a part of each sequence's tokens: attention goes to all of them,
// positions are those of its own. All else is the operations it is given.

#include "engine/llm/decoder_shape.h"
#include "engine/parallel/context_attention.h"

namespace wgf::engine {

// length: of a whole sequence, a multiple of twice the ranks. ranks outlives it. Throws Error for a
// length or number of heads that does not divide, or a sequence longer than its table of positions.
std::unique_ptr<TrainingOperations> context_operations(
    std::unique_ptr<TrainingOperations> operations, const DecoderShape& shape, std::int64_t length,
    ContextForm form, RankGroup& ranks, c10::Device device);

}  // namespace wgf::engine
