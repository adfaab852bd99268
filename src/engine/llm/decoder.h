// SPDX-License-Identifier: MIT
#pragma once
// A decoder with its cache: tokens in, logits of the next ones out.

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

struct TokenBatch {
  at::Tensor ids;              // [sequences, tokens] int64, on the decoder's device
  at::Tensor past;             // [sequences] int64: tokens of each that are in the cache already
  std::int64_t most_seen = 0;  // at least as many keys as any of the tokens sees
  bool starts_text = false;    // every past is 0
  bool wants_all = false;      // logits of every token, not of the last alone
};

class Decoder {
 public:
  virtual ~Decoder() = default;
  // Logits in the decoder's type: [sequences, vocabulary], or [sequences, tokens, vocabulary] of
  // all. Keys and values of the tokens are in the cache afterwards. Row i of the batch is sequence
  // i of the cache.
  virtual at::Tensor forward(const TokenBatch& batch) = 0;
};

// What a decoder keeps of texts: so many sequences of so many tokens at most.
struct CacheSize {
  std::int64_t sequences = 1, tokens = 0;
};

}  // namespace wgf::engine
