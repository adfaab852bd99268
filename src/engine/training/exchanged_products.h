// SPDX-License-Identifier: MIT
#pragma once
// Products of matrices that ranks share, with the exchange before or behind them under way
// meanwhile: what is there is multiplied while the rest comes, what is ready leaves while the rest
// is multiplied (Megatron-Core has both as tp_comm_overlap).

#include <functional>

#include "engine/training/call_outs.h"

namespace wgf::engine {

// Writes the product of some rows, to rows of the result.
using MultiplyRows = std::function<void(at::Tensor& product, const at::Tensor& rows)>;

struct EnteredProduct {
  at::Tensor rows, product;  // of all ranks' tokens
};
// own [tokens of this rank, ...], arriving: those of all ranks, in their order. The product has
// `width` columns.
EnteredProduct multiply_entering(const TensorCalls& tensors, const at::Tensor& own,
                                 Arriving arriving, std::int64_t width,
                                 const MultiplyRows& multiply);

// What `leave` gives of the product of x [tokens, ...], which has `width` columns.
at::Tensor multiply_leaving(TensorCalls& tensors, const at::Tensor& x, std::int64_t width,
                            const MultiplyRows& multiply);

}  // namespace wgf::engine
