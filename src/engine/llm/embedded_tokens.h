// SPDX-License-Identifier: MIT
#pragma once
// What a decoder begins with: rows of the table of tokens, times the shape's scale.

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include "engine/llm/decoder_shape.h"
#include "engine/llm/decoder_weights.h"

namespace wgf::engine {

// The scale as models are trained with it: rounded to the type that is computed in.
double embedding_scale(const DecoderShape& shape, c10::ScalarType type);

// ids [...]: [..., hidden] of the type.
at::Tensor embedded_tokens(const DecoderShape& shape, const DecoderWeights& weights,
                           const at::Tensor& ids, c10::ScalarType type);

}  // namespace wgf::engine
