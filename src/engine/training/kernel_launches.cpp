// SPDX-License-Identifier: MIT
#include "engine/training/kernel_launches.h"

#include <algorithm>

#include "engine/training/training_kernels.h"

namespace wgf::engine {

std::pair<std::int64_t, std::int64_t> KernelLaunches::stripes(std::int64_t rows,
                                                              std::int64_t width) const {
  constexpr std::int64_t blocks_each = 6;
  const std::int64_t columns = (width + columns_of_block - 1) / columns_of_block;
  // No block more than run at once: one beyond them would take as long again.
  const std::int64_t wanted = blocks_each * multiprocessors() / columns;
  return {columns, std::clamp<std::int64_t>(wanted, 1, (rows + rows_of_block - 1) / rows_of_block)};
}

std::int64_t KernelLaunches::streaming_blocks(std::int64_t quads) const {
  constexpr std::int64_t blocks_each = 16;
  return std::min((quads + threads - 1) / threads, blocks_each * multiprocessors());
}

void KernelLaunches::sum_parts(const at::Tensor& parts, std::int64_t rows, std::int64_t width,
                               const std::vector<GradientPlace>& places) const {
  SumPartsArguments arguments{.parts = numbers<float>(parts),
                              .gradients = {},
                              .adds = {},
                              .count = static_cast<int>(rows),
                              .width = static_cast<int>(width)};
  bool is_wanted = false;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i].defined()) continue;
    arguments.gradients[i] = writable(places[i].place);
    arguments.adds[i] = places[i].adds ? 1 : 0;
    is_wanted = true;
  }
  constexpr std::int64_t columns = 32;
  constexpr unsigned sum_threads = 512;
  if (is_wanted)
    launch("train_sum_parts",
           {.blocks = grid((width + columns - 1) / columns, std::ssize(places)),
            .threads = sum_threads,
            .overlaps = false},
           arguments);
}

}  // namespace wgf::engine
