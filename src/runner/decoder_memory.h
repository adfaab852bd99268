// SPDX-License-Identifier: MIT
#pragma once
// The memory a case of a language model takes on its device: what does not fit is not begun, what
// fits is chosen. docs/method/llm.md.

#include <cstdint>
#include <optional>

#include "base/units.h"
#include "results/case.h"

namespace wgf::runner {

struct DecoderMemory {
  Bytes weights;
  Bytes cache;  // keys and values of every sequence at its longest
  Bytes work;   // activations, logits, and the float32 weights the numerics are checked with
  Bytes overhead;
  Bytes cache_of_sequence;
  std::int64_t sequences = 1;

  Bytes total() const { return weights + cache + work + overhead; }
};

// Of a case "llm" or "llm_load"; nothing for others, and for a model whose layers are not
// described.
std::optional<DecoderMemory> decoder_memory(const results::Case& value);

// The most sequences that fit, at least 0; nothing where it is not known.
std::optional<std::int64_t> most_sequences(const results::Case& value, Bytes free_memory);

// Tokens of the case's longest text, and the most its model takes; 0: not known.
struct TextLength {
  std::int64_t tokens = 0, most = 0;
  bool is_possible() const { return most == 0 || tokens <= most; }
};
TextLength text_length(const results::Case& value);

}  // namespace wgf::runner
