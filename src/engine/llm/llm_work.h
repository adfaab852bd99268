// SPDX-License-Identifier: MIT
#pragma once
// What a decoder has to do by definition: operations and bytes of a prompt and of a step of
// decoding (docs/method/llm.md).

#include <cstdint>
#include <map>

#include "engine/llm/decoder_part.h"
#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

struct LlmWork {
  double flops = 0;
  double bytes = 0;  // each weight read once, each key and value seen read once
};

// Bytes of a number of the matrices of layers, of those of experts, of the other weights, and of
// the cache.
struct NumberBytes {
  double matrices = 2, experts = 2, others = 2, cache = 2;
};

// Of all weights as they lie in memory.
double weight_bytes(const DecoderShape& shape, const NumberBytes& bytes);

// Of each part of each layer; of the table of tokens a row, what an activation does counts nothing.
using PartWorks = std::map<PartPlace, LlmWork>;

// Tokens of each sequence after `depth` that are in the cache; logits of the last one alone.
PartWorks prompt_parts(const DecoderShape& shape, std::int64_t sequences, std::int64_t tokens,
                       std::int64_t depth, const NumberBytes& bytes);

// One token of each sequence; `context`: the mean number of tokens it sees, itself among them.
PartWorks step_parts(const DecoderShape& shape, std::int64_t sequences, double context,
                     const NumberBytes& bytes);

LlmWork sum_of(const PartWorks& parts);

}  // namespace wgf::engine
