// SPDX-License-Identifier: MIT
#pragma once
// One matrix product Y = X W that ranks share, as Megatron's layers do: W cut by columns, so that
// each rank has columns of Y, or by rows, so that each has a part of the sum.

#include <ATen/core/Tensor.h>

#include "base/units.h"
#include "engine/distributed/rank_group.h"

namespace wgf::engine {

enum class ProductForm { whole, column, column_gathered, row };

class ParallelProduct {
 public:
  // X [rows, size], W [size, size], random from the seed, the same whoever has a part of them.
  // ranks: null for `whole` alone; outlives it. Throws std::invalid_argument where the size does
  // not divide.
  ParallelProduct(ProductForm form, std::int64_t rows, std::int64_t size,
                  const at::TensorOptions& options, std::uint64_t seed, RankGroup* ranks);

  void multiply();
  // Where a form has an exchange: afterwards each rank has all of Y.
  void exchange();
  bool has_exchange() const {
    return form_ == ProductForm::column_gathered || form_ == ProductForm::row;
  }
  // What this rank has: all of Y [rows, size], but of `column` its columns alone.
  at::Tensor output() const;

  double flops() const;     // of this rank
  Bytes exchanged() const;  // of Y, as nccl-tests counts the size
  double bus_factor() const;

 private:
  const ProductForm form_;
  RankGroup* const ranks_;
  at::Tensor x_, w_, y_, gathered_;
};

}  // namespace wgf::engine
