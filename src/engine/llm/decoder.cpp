// SPDX-License-Identifier: MIT
#include "engine/llm/decoder.h"

#include "engine/llm/decoder_part.h"

namespace wgf::engine {

void take_next_token(Decoding& decoding) {
  const PartScope scope(DecoderPart::token);
  if (decoding.logits.defined()) decoding.ids.copy_(decoding.logits.argmax(-1));
  decoding.past.add_(1);
  decoding.past.masked_fill_(decoding.past > decoding.last, decoding.first);
}

}  // namespace wgf::engine
