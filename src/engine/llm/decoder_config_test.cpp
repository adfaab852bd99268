// SPDX-License-Identifier: MIT
#include "engine/llm/decoder_config.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace wgf::engine {
namespace {

using Json = nlohmann::json;

Json tiny_fields() {
  return {{"model_type", "llama"},    {"num_hidden_layers", 2},       {"hidden_size", 64},
          {"intermediate_size", 128}, {"num_attention_heads", 4},     {"num_key_value_heads", 2},
          {"vocab_size", 128},        {"max_position_embeddings", 64}};
}

struct WrongField {
  const char* field;
  Json value;
  const char* blamed;  // the field the message names
};

class WrongConfig : public testing::TestWithParam<WrongField> {};

TEST_P(WrongConfig, NamesItsField) {
  Json json = tiny_fields();
  json[GetParam().field] = GetParam().value;
  try {
    read_decoder_config(json.dump(), "tiny");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "network.config_bad_field");
    EXPECT_EQ(error.message().args[1].second, GetParam().blamed);
    EXPECT_EQ(error.exit_code(), ExitCode::error);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Fields, WrongConfig,
    testing::Values(WrongField{"num_attention_heads", 0, "num_attention_heads"},
                    WrongField{"num_attention_heads", 64, "num_attention_heads"},  // heads of one
                    WrongField{"num_key_value_heads", 0, "num_key_value_heads"},
                    WrongField{"head_dim", 0, "head_dim"}, WrongField{"head_dim", 15, "head_dim"},
                    WrongField{"hidden_size", -64, "hidden_size"},
                    WrongField{"hidden_size", 64.5, "hidden_size"},
                    WrongField{"hidden_size", "64", "hidden_size"},
                    WrongField{"num_hidden_layers", std::int64_t{1} << 40, "num_hidden_layers"},
                    WrongField{"num_hidden_layers", 16'000'000, "num_hidden_layers"},
                    WrongField{"rms_norm_eps", 0, "rms_norm_eps"},
                    WrongField{"rope_scaling", 7, "rope_scaling"}));

TEST(DecoderConfig, HeadsThatDoNotDivideAreSaidWithBothNumbers) {
  const auto args_of = [](const char* field, std::int64_t value) {
    Json json = tiny_fields();
    json[field] = value;
    try {
      read_decoder_config(json.dump(), "tiny");
    } catch (const Error& error) {
      EXPECT_EQ(error.message().key, "engine.no_multiple");
      return error.message().args[2].second + " " + error.message().args[4].second;
    }
    return std::string();
  };
  EXPECT_EQ(args_of("num_attention_heads", 5), "64 5");
  EXPECT_EQ(args_of("num_key_value_heads", 3), "4 3");
  EXPECT_EQ(args_of("num_key_value_heads", 8), "4 8");
}

TEST(DecoderConfig, AFieldThatIsNeededIsNamed) {
  Json json = tiny_fields();
  json.erase("vocab_size");
  try {
    read_decoder_config(json.dump(), "tiny");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "network.config_field_missing");
    EXPECT_EQ(error.message().args[1].second, "vocab_size");
  }
}

TEST(DecoderConfig, AnUnknownFamilyIsNotSupported) {
  for (const char* family : {"mamba", "deepseek_v3", ""}) {
    Json json = tiny_fields();
    json["model_type"] = family;
    try {
      read_decoder_config(json.dump(), "tiny");
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.message().key, "engine.unknown_family");
      EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
    }
  }
}

TEST(DecoderConfig, ArithmeticThatIsNotComputedIsNotSupported) {
  const std::pair<const char*, Json> fields[] = {
      {"hidden_act", "relu"}, {"rope_scaling", {{"type", "dynamic"}, {"factor", 2}}}};
  for (const auto& [field, value] : fields) {
    Json json = tiny_fields();
    json[field] = value;
    try {
      read_decoder_config(json.dump(), "tiny");
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.message().key, "engine.config_not_run");
      EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
    }
  }
}

TEST(DecoderConfig, WhatIsNoConfigIsRefused) {
  for (const std::string& text : {std::string(), std::string("[]"), std::string("{"),
                                  std::string(300, '['), std::string("{\"a\":1e999}")})
    EXPECT_THROW(read_decoder_config(text, "tiny"), Error) << text.substr(0, 20);
}

}  // namespace
}  // namespace wgf::engine
