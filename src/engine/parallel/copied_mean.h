// SPDX-License-Identifier: MIT
#pragma once
// The mean over ranks whose GPUs see each other's memory: what the others have is copied here
// first.

#include <ATen/core/Tensor.h>
#include <ATen/ops/lerp.h>
#include <ATen/ops/mean.h>

#include <cstdint>

namespace wgf::engine {

// part_of(r): rank r's numbers, as many as `mean` has. arrived: [ranks, that many or more]; of two
// ranks it may be undefined where `mean` is none of them.
template <typename PartOf>
void take_copied_mean(std::int64_t rank, std::int64_t ranks, const PartOf& part_of,
                      const at::Tensor& arrived, at::Tensor mean) {
  const at::Tensor fitting = arrived.defined() ? arrived.narrow(1, 0, mean.numel()) : at::Tensor();
  if (ranks == 2) {
    const at::Tensor there = fitting.defined() ? fitting[1 - rank] : mean;
    there.copy_(part_of(1 - rank), true);
    at::lerp_out(mean, part_of(rank), there, 0.5);
    return;
  }
  // Each begins with the one behind it, so that no link carries what all want.
  for (std::int64_t i = 1; i <= ranks; ++i) {
    const std::int64_t from = (rank + i) % ranks;
    fitting[from].copy_(part_of(from), true);
  }
  at::mean_out(mean, fitting, {0});
}

}  // namespace wgf::engine
