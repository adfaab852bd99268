// SPDX-License-Identifier: MIT
#pragma once
// Fewer heads of keys than of queries, for attention that takes as many of both. Tensors are
// [sequences, tokens, heads, head_size].

#include <ATen/core/Tensor.h>

namespace wgf::engine {

// [sequences, heads, tokens, head_size], or back.
inline at::Tensor by_heads(const at::Tensor& x) {
  return x.transpose(1, 2);
}

// Each head as often as queries share it.
inline at::Tensor widened(const at::Tensor& x, std::int64_t heads) {
  return x.size(2) == heads ? x : x.repeat_interleave(heads / x.size(2), 2);
}

// Its backward: gradients of all that share a head, summed.
inline at::Tensor summed(const at::Tensor& x, std::int64_t heads) {
  if (x.size(2) == heads) return x;
  return x.view({x.size(0), x.size(1), heads, -1, x.size(3)}).sum(3);
}

}  // namespace wgf::engine
