// SPDX-License-Identifier: MIT
#include "engine/llm/four_bits.h"

#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>

#include <vector>

namespace wgf::engine {
namespace {

at::Tensor picked(const at::Tensor& eights, const std::vector<std::int64_t>& order) {
  return eights.index_select(-1, at::tensor(order, at::kLong).to(eights.device()));
}

}  // namespace

std::vector<std::int64_t> sizes_ending(const at::Tensor& like, std::vector<std::int64_t> ends) {
  std::vector<std::int64_t> sizes = like.sizes().vec();
  sizes.pop_back();
  sizes.insert(sizes.end(), ends.begin(), ends.end());
  return sizes;
}

at::Tensor halves_of_bytes(const at::Tensor& bytes) {
  return at::stack({bytes.bitwise_and(15), bytes.bitwise_right_shift(4)}, -1);
}

at::Tensor from_places(const at::Tensor& eights) {
  return picked(eights, {0, 4, 1, 5, 2, 6, 3, 7});
}

at::Tensor to_places(const at::Tensor& eights) {
  return picked(eights, {0, 2, 4, 6, 1, 3, 5, 7});
}

}  // namespace wgf::engine
