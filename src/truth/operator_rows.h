// SPDX-License-Identifier: MIT
#pragma once
// Measured times of single operators (data/truth/operators and files with the same columns): what a
// row's columns mean.

#include "advisor/operators/operators.h"
#include "truth/row_cells.h"

namespace wgf::truth {

// Of all below: throws Unreadable.

advisor::MatrixType matrix_type_of(const Cells& cells);
advisor::MatrixShape product_shape_of(const Cells& cells);
advisor::ExpertShape expert_shape_of(const Cells& cells);

struct AttentionRow {
  advisor::AttentionShape shape;
  advisor::CacheType cache = advisor::CacheType::bf16;
  bool is_prefill = false;
};
AttentionRow attention_of(const Cells& cells);

struct CollectiveRow {
  advisor::Collective collective = advisor::Collective::all_reduce;
  int gpus = 2;
  double bytes = 0;
};
// Of NCCL alone, within one node: what single frameworks do in its place is all-reduce of small
// messages.
CollectiveRow collective_of(const Cells& cells, const catalog::Gpu& gpu);

// Of the two or three frameworks measured the median or the fastest. Of products in bf16 one leaves
// the weights zero, which lets the clock rise: the median. Elsewhere one launches its kernels from
// the host, some 100 us each, or has slow ones: the fastest.
enum class Framework { median, fastest };
double operator_seconds_of(const Cells& cells, Framework which);

}  // namespace wgf::truth
