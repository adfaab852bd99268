// SPDX-License-Identifier: MIT
#pragma once
// Products of matrices that ranks share, with the exchange before them under way meanwhile: a rank
// multiplies its own tokens while the others' come. (The other way round, sums of one half that
// leave while the other is multiplied, halves a product of few waves of blocks, which by count
// costs what it hides.)

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

}  // namespace wgf::engine
