// SPDX-License-Identifier: MIT
#pragma once
// Attention of some queries to some keys, as pieces that add up: each with the logarithm of its
// sum of exponentials, by which pieces are weighed against each other.

#include <ATen/core/Tensor.h>

namespace wgf::engine {

// [sequences, length, heads, head size]; log_sums float32 [sequences, heads, length], natural.
struct AttentionPiece {
  at::Tensor output, log_sums;
};

// is_causal: queries and keys are the same tokens; else every query sees every key. Fewer heads of
// keys than of queries: each serves a group. Throws Error(not_supported) for float32 on a GPU.
AttentionPiece attend_to(const at::Tensor& queries, const at::Tensor& keys,
                         const at::Tensor& values, bool is_causal, double scale);

struct PieceGradients {
  at::Tensor queries, keys, values;
};
// whole: of all pieces of these queries together, whose gradient d_output is.
PieceGradients attend_to_backward(const at::Tensor& d_output, const at::Tensor& queries,
                                  const at::Tensor& keys, const at::Tensor& values,
                                  const AttentionPiece& whole, bool is_causal, double scale);

// Adds another piece of the same queries: outputs in float32, in place.
void add_piece(AttentionPiece& sum, const AttentionPiece& piece);

}  // namespace wgf::engine
