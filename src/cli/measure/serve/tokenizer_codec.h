// SPDX-License-Identifier: MIT
#pragma once
// Text of a server by the tokenizer of its model.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checkpoints/chat/chat_template.h"
#include "checkpoints/tokenizer/tokenizer.h"
#include "load/text_codec.h"

namespace wgf::cli {

class TokenizerCodec final : public load::TextCodec {
 public:
  // chat: null where the model has no template.
  TokenizerCodec(checkpoints::Tokenizer tokenizer, std::unique_ptr<checkpoints::ChatTemplate> chat)
      : tokenizer_(std::move(tokenizer)), chat_(std::move(chat)) {}
  std::vector<std::int64_t> ids_of(std::string_view text) const override {
    return tokenizer_.encode(text, checkpoints::Tokenizer::Specials::added);
  }
  // The template writes the special tokens itself.
  std::vector<std::int64_t> ids_of_chat(std::string_view request,
                                        std::string_view lines) const override {
    if (chat_ == nullptr) return ids_of(lines);
    return tokenizer_.encode(chat_->render(request), checkpoints::Tokenizer::Specials::left_out);
  }
  std::string bytes_of(std::int64_t id) const override { return tokenizer_.bytes_of(id); }

 private:
  checkpoints::Tokenizer tokenizer_;
  std::unique_ptr<checkpoints::ChatTemplate> chat_;
};

}  // namespace wgf::cli
