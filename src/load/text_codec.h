// SPDX-License-Identifier: MIT
#pragma once
// Text of a server as tokens of its model, and back.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::load {

class TextCodec {
 public:
  virtual ~TextCodec() = default;
  virtual std::vector<std::int64_t> ids_of(std::string_view text) const = 0;
  // Of a chat up to where its answer begins. request: the body of /v1/chat/completions; lines: its
  // messages as "role: text", for models without a template. Throws Error with what is wrong with
  // the messages.
  virtual std::vector<std::int64_t> ids_of_chat(std::string_view /*request*/,
                                                std::string_view lines) const {
    return ids_of(lines);
  }
  // A token may be a part of a letter: bytes that are UTF-8 with those before and behind them
  // alone.
  virtual std::string bytes_of(std::int64_t id) const = 0;
};

// Where no tokenizer is known. A word is a token: one that is a number below the size of the
// vocabulary the one of this id, any other the same each time. An answer is ids, a blank before
// each.
class IdCodec final : public TextCodec {
 public:
  explicit IdCodec(std::int64_t vocabulary) : vocabulary_(vocabulary) {}
  std::vector<std::int64_t> ids_of(std::string_view text) const override;
  std::string bytes_of(std::int64_t id) const override;

 private:
  std::int64_t vocabulary_;
};

// How many of the bytes are whole letters of UTF-8; those of one that has only begun are not.
// Broken ones count as whole.
std::size_t whole_letters(std::string_view bytes);

}  // namespace wgf::load
