// SPDX-License-Identifier: MIT
#include "engine/llm/embedded_tokens.h"

#include <ATen/ops/embedding.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>

namespace wgf::engine {

double embedding_scale(const DecoderShape& shape, c10::ScalarType type) {
  const auto scale = static_cast<float>(shape.embedding_scale);
  if (type == at::kBFloat16) return static_cast<double>(static_cast<float>(c10::BFloat16(scale)));
  if (type == at::kHalf) return static_cast<double>(static_cast<float>(c10::Half(scale)));
  return shape.embedding_scale;
}

at::Tensor embedded_tokens(const DecoderShape& shape, const DecoderWeights& weights,
                           const at::Tensor& ids, c10::ScalarType type) {
  const at::Tensor rows = at::embedding(weights.embedding, ids).to(type);
  return shape.embedding_scale == 1 ? rows : rows * embedding_scale(shape, type);
}

}  // namespace wgf::engine
