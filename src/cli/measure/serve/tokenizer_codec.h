// SPDX-License-Identifier: MIT
#pragma once
// Text of a server by the tokenizer of its model.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checkpoints/tokenizer/tokenizer.h"
#include "load/text_codec.h"

namespace wgf::cli {

class TokenizerCodec final : public load::TextCodec {
 public:
  explicit TokenizerCodec(checkpoints::Tokenizer tokenizer) : tokenizer_(std::move(tokenizer)) {}
  std::vector<std::int64_t> ids_of(std::string_view text) const override {
    return tokenizer_.encode(text, checkpoints::Tokenizer::Specials::added);
  }
  std::string bytes_of(std::int64_t id) const override { return tokenizer_.bytes_of(id); }

 private:
  checkpoints::Tokenizer tokenizer_;
};

}  // namespace wgf::cli
