// SPDX-License-Identifier: MIT
#pragma once
// Our kernels of single tokens, however many: what stands between the products of a layer.

#include <map>
#include <optional>

#include "engine/device_code/device_function.h"
#include "engine/llm/decode_kernels.h"
#include "engine/llm/decoder_weights.h"
#include "engine/llm/key_value_cache.h"
#include "engine/llm/rotary.h"

namespace wgf::engine {

// [sequences, kv_heads, tokens, head_size] in bf16.
struct KeysAndValues {
  at::Tensor keys, values;
};

class TokenKernels {
 public:
  TokenKernels(const DeviceCode& code, const DecodeKernelSources& sources,
               const DecoderShape& shape, CacheSize size, c10::Device device);

  // hidden [..., hidden] += added, where there is some; the norm of the sum.
  at::Tensor add_norm(const at::Tensor& hidden, const at::Tensor& added,
                      const at::Tensor& gains) const;
  // heads [sequences, tokens, (heads + 2 kv_heads) head_size]: norms of heads where the shape has
  // them, rotation, keys and values into the cache from `past` on. Keys are turned in place,
  // queries too unless `queries` [sequences, tokens, heads head_size] is where they go.
  // Row i is sequence first_row + i of the cache.
  void place_heads(const at::Tensor& heads, const LayerWeights& weights, const PagedCache& cache,
                   std::size_t layer, const at::Tensor& past, std::int64_t first_row = 0,
                   const at::Tensor& queries = {}) const;
  // Of the first tokens of texts that are in the cache.
  KeysAndValues read_pages(const PagedCache& cache, std::size_t layer, CacheRows rows,
                           std::int64_t tokens) const;
  // What the shape's activation makes of gate and up, [..., 2 width].
  at::Tensor gate(const at::Tensor& gate_up) const;

  // x [..., inputs] times the matrix, by the library: narrow weights widened, or from 32 tokens on
  // fp8 as it is, inputs rounded to e4m3 by each token's largest number.
  at::Tensor product(const at::Tensor& x, const Matrix& matrix, const at::Tensor& bias = {}) const;

  // In bf16, of one matrix or of all experts.
  at::Tensor widened(const Matrix& matrix) const;

  const RotaryTable& rotary(std::size_t layer) const {
    return shape_.is_windowed[layer] ? window_rotary_ : rotary_;
  }

 private:
  const DecoderShape shape_;
  DeviceFunction add_norm_, place_heads_, place_values_, read_pages_, gate_;
  std::optional<DeviceFunction> widen_;
  std::map<std::int64_t, DeviceFunction> round_;  // by width
  Matrix rounded(const at::Tensor& x) const;
  RotaryTable rotary_, window_rotary_;
};

}  // namespace wgf::engine
