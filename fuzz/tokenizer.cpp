// SPDX-License-Identifier: MIT
// tokenizer.json, and texts cut by whatever patterns it has.

#include "checkpoints/tokenizer/tokenizer.h"
#include "fuzz/any_bytes.h"

namespace wgf::checkpoints {
namespace {

void read_all(std::string_view text) {
  const Tokenizer tokenizer(text, "tokenizer.json");
  for (const std::int64_t id :
       tokenizer.encode(text.substr(0, 200), Tokenizer::Specials::added))
    tokenizer.bytes_of(id);
}

}  // namespace
}  // namespace wgf::checkpoints

WGF_FUZZ(text, wgf::checkpoints::read_all(text))
