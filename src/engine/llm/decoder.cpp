// SPDX-License-Identifier: MIT
#include "engine/llm/decoder.h"

#include <ATen/ops/full.h>

#include "engine/llm/decoder_part.h"

namespace wgf::engine {

TokenBatch tokens_after(std::int64_t begin, const at::Tensor& ids, std::int64_t first_row) {
  return {.ids = ids,
          .past = at::full({ids.size(0)}, begin, ids.options()),
          .first_row = first_row,
          .most_seen = begin + ids.size(1),
          .begin = begin};
}

void take_next_token(Decoding& decoding) {
  const PartScope scope(DecoderPart::token);
  if (decoding.logits.defined()) decoding.ids.copy_(decoding.logits.argmax(-1));
  decoding.past.add_(1);
  decoding.past.masked_fill_(decoding.past > decoding.last, decoding.first);
}

}  // namespace wgf::engine
