// SPDX-License-Identifier: MIT
#pragma once
// Byte-level BPE of a tokenizer.json, as the tokenizers package of Hugging Face reads it: Llama 3,
// Qwen, Mistral (Tekken), GPT-2 and others. What differs from these is refused.

#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "checkpoints/tokenizer/pair_merges.h"
#include "checkpoints/tokenizer/text_pattern.h"

namespace wgf::checkpoints {

class Tokenizer {
 public:
  // Throws Error for what is no such tokenizer; file: what it is called in messages.
  Tokenizer(std::string_view json, const std::string& file);

  enum class Specials { added, left_out };  // those the template puts around a text
  std::vector<std::int64_t> encode(std::string_view text, Specials specials) const;
  // Bytes of its text: part of a letter it may be. Empty for special tokens and unknown ones.
  std::string bytes_of(std::int64_t id) const;

 private:
  struct Added {
    std::string content;
    std::int32_t id = 0;
    bool takes_blanks_before = false, takes_blanks_after = false;
  };
  void read_pre_tokenizer(const nlohmann::json& json, const std::string& file);
  void read_model(const nlohmann::json& json, const std::string& file);
  void read_added(const nlohmann::json& json);
  void read_template(const nlohmann::json& json);
  const Added* added_at(std::string_view text) const;
  void encode_plain(std::string_view text, std::vector<std::int64_t>& ids) const;
  void encode_word(std::string_view word, std::vector<std::int64_t>& ids) const;

  std::vector<TextPattern> patterns_;  // each cuts what the one before it left
  bool composes_ = false, begins_with_blank_ = false, ignores_merges_ = false;
  std::unordered_map<std::string, std::int32_t> ids_;  // by the letters of their bytes
  std::unordered_map<std::int64_t, std::string> bytes_;
  PairMerges merges_;
  std::vector<Added> added_;              // longest first
  std::array<bool, 256> begins_added_{};  // by the first byte
  std::vector<std::int64_t> before_, after_;
};

// tokenizer.json of a model's folder. Throws Error.
Tokenizer read_tokenizer(const std::filesystem::path& path);

}  // namespace wgf::checkpoints
