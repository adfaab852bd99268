// SPDX-License-Identifier: MIT
// Against the ids that the tokenizers package gives (tests/models/make_tokenizer_golden.py).

#include "checkpoints/tokenizer/tokenizer.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"

namespace wgf::checkpoints {
namespace {

using nlohmann::json;
using Specials = Tokenizer::Specials;

// WGF_MANY_TEXTS: what the script wrote with --many.
json golden() {
  const char* many = std::getenv("WGF_MANY_TEXTS");
  return json::parse(
      read_file(many != nullptr ? many : WGF_SOURCE_DIR "/tests/models/golden_tokenizers.json"));
}

TEST(Tokenizer, IdsAreThoseOfTheTokenizersPackage) {
  const json all = golden();
  for (const auto& [name, one] : all["tokenizers"].items()) {
    const Tokenizer tokenizer(one["json"].dump(), name);
    int wrong = 0;
    for (std::size_t i = 0; i < all["texts"].size() && wrong < 5; ++i) {
      const std::string text = all["texts"][i];
      const auto ids = tokenizer.encode(text, Specials::added);
      wrong += ids == one["ids"][i].get<std::vector<std::int64_t>>() ? 0 : 1;
      EXPECT_EQ(ids, one["ids"][i].get<std::vector<std::int64_t>>()) << name << ": " << text;
    }
    for (std::size_t i = 0; i < one["without_template"].size(); ++i)
      EXPECT_EQ(tokenizer.encode(all["texts"][i].get<std::string>(), Specials::left_out),
                one["without_template"][i].get<std::vector<std::int64_t>>());
  }
}

TEST(Tokenizer, BytesOfIdsAreTheTextTheyWereMadeOf) {
  const json all = golden();
  for (const auto& [name, one] : all["tokenizers"].items()) {
    const Tokenizer tokenizer(one["json"].dump(), name);
    for (std::size_t i = 0; i < one["ids"].size(); ++i) {
      std::string bytes;
      for (const std::int64_t id : one["ids"][i]) bytes += tokenizer.bytes_of(id);
      EXPECT_EQ(bytes, one["decoded"][i].get<std::string>()) << name << " " << i;
    }
  }
}

TEST(Tokenizer, BytesThatAreNoUtf8AreTheSignForThem) {
  const Tokenizer tokenizer(golden()["tokenizers"]["llama3"]["json"].dump(), "llama3");
  EXPECT_EQ(tokenizer.encode("a\xff"
                             "b",
                             Specials::left_out),
            tokenizer.encode("a\xef\xbf\xbd"
                             "b",
                             Specials::left_out));
  EXPECT_EQ(tokenizer.bytes_of(-1), "");
  EXPECT_EQ(tokenizer.bytes_of(1'000'000), "");
}

// A word without end, as an attack or a dump of base64 is.
TEST(Tokenizer, ALongWordTakesNoTimeToSpeakOf) {
  const Tokenizer tokenizer(golden()["tokenizers"]["gpt2"]["json"].dump(), "gpt2");
  std::string word;
  for (int i = 0; i < 300'000; ++i) word += static_cast<char>('a' + i * i % 23);
  EXPECT_GT(tokenizer.encode(word, Specials::left_out).size(), 10'000u);
}

TEST(Tokenizer, WhatItDoesNotReadIsRefused) {
  const json good = golden()["tokenizers"]["gpt2"]["json"];
  const auto refused = [&](const char* path, const json& value) {
    json other = good;
    other[json::json_pointer(path)] = value;
    EXPECT_THROW(Tokenizer(other.dump(), "a"), Error) << path;
  };
  EXPECT_NO_THROW(Tokenizer(good.dump(), "a"));
  refused("/model/type", "WordPiece");
  refused("/model/byte_fallback", true);
  refused("/model/vocab/x", -1);
  refused("/model/merges/0", "no such");
  refused("/pre_tokenizer", {{"type", "Metaspace"}});
  refused("/pre_tokenizer", nullptr);
  refused("/normalizer", {{"type", "Lowercase"}});
  refused("/pre_tokenizer", {{"type", "Split"},
                             {"pattern", {{"Regex", "("}}},
                             {"behavior", "Isolated"},
                             {"invert", false}});
  EXPECT_THROW(Tokenizer("[]", "a"), Error);
  EXPECT_THROW(Tokenizer("{", "a"), Error);
}

}  // namespace
}  // namespace wgf::checkpoints
