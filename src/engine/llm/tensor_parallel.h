// SPDX-License-Identifier: MIT
#pragma once
// A decoder whose matrices are shared out among ranks, as Megatron does (Shoeybi et al. 2019):
// heads and the feed-forward's width are cut, rows of the head too; norms, the router and the table
// of tokens are whole on each. What attention and feed-forward give are summed over the ranks.

#include "engine/distributed/rank_group.h"
#include "engine/llm/decoder_shape.h"
#include "engine/llm/decoder_weights.h"

namespace wgf::engine {

// What each of so many ranks holds of the shape. Throws Error(engine.shape_does_not_divide) where
// heads, keys' heads, the feed-forward or the vocabulary do not divide by them.
DecoderShape share_of(const DecoderShape& whole, std::int64_t ranks);

// The rank's part of the tensor at this place, with memory of its own.
at::Tensor share_of(const at::Tensor& whole, const WeightPlace& place, WeightShare share);

// The rows of a tied table of tokens that are the rank's head.
at::Tensor head_of_table(const DecoderShape& shape, const at::Tensor& table, WeightShare share);

// What all ranks hold parts of; of whole weights x itself.
at::Tensor sum_over(const DecoderWeights& weights, const at::Tensor& x);
// The same of x times the matrix [outputs, inputs], transposed: of twice least_rows tokens and more
// a part of the sums travels while the next is multiplied, where the library adds up.
at::Tensor summed_product(const DecoderWeights& weights, const at::Tensor& x,
                          const at::Tensor& matrix, std::int64_t least_rows = 8192);
// Logits of all ranks' rows side by side: [..., rows] to [..., rows of all].
at::Tensor join_columns(RankGroup* ranks, const at::Tensor& x);

}  // namespace wgf::engine
