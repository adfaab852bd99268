// SPDX-License-Identifier: MIT
#include "advisor/network/unquantised.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "advisor/memory/estimate.h"
#include "advisor/memory/states.h"
#include "advisor/network/hugging_face.h"
#include "advisor/network/module_pattern.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;

Network llama_405b(const Json& quantised) {
  const Json config{{"model_type", "llama"},        {"hidden_size", 16384},
                    {"intermediate_size", 53248},   {"num_attention_heads", 128},
                    {"num_key_value_heads", 8},     {"num_hidden_layers", 126},
                    {"vocab_size", 128256},         {"max_position_embeddings", 131072},
                    {"tie_word_embeddings", false}, {"quantization_config", quantised}};
  return network_from_config(config.dump(), "config.json");
}

// Attention of all layers, and the first and the last as a whole.
Json list_of_405b() {
  Json list = Json::array();
  for (int i = 0; i < 126; ++i) {
    const std::string layer = "model.layers." + std::to_string(i) + ".";
    for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"})
      list.push_back(layer + "self_attn." + name);
    if (i != 0 && i != 125) continue;
    for (const char* name : {"gate_proj", "up_proj", "down_proj"})
      list.push_back(layer + "mlp." + name);
  }
  return list;
}

// 57.75 GiB on each of 8 GPUs (vllm#6746): 71.9 and 5.2 billion of layers in 16 bits.
TEST(Unquantised, Llama405BInFp8KeepsItsAttentionIn16Bits) {
  const Network llama =
      llama_405b({{"quant_method", "fbgemm_fp8"}, {"modules_to_not_convert", list_of_405b()}});
  EXPECT_DOUBLE_EQ(llama.wide.attention, 1);
  EXPECT_NEAR(llama.wide.dense, 2 / 126.0, 1e-9);
  EXPECT_FALSE(llama.wide.is_all());
  EXPECT_FALSE(llama.is_assumed);
  MemoryCase one;
  one.task = Task::infer;
  one.precision = Precision::fp8;
  one.sequence = 1;
  one.layout.tp = 8;
  double weights = 0;
  for (const Term& term : estimate_memory(llama, one).terms)
    if (term.component == Component::weights) weights += term.bytes;
  EXPECT_NEAR(weights / (57.75 * 1024 * 1024 * 1024), 1, 0.02);
}

Json of(const char* field, const Json& list) {
  return {{"quant_method", "fp8"}, {field, list}};
}

TEST(Unquantised, EveryListIsRead) {
  for (const char* field : {"modules_to_not_convert", "ignore", "ignored_layers", "exclude_modules",
                            "llm_int8_skip_modules"}) {
    const Network llama = llama_405b(of(field, {"lm_head", "self_attn", "model.visual.blocks.0"}));
    EXPECT_DOUBLE_EQ(llama.wide.attention, 1) << field;
    EXPECT_DOUBLE_EQ(llama.wide.dense, 0) << field;
  }
  EXPECT_TRUE(llama_405b(of("ignore", {"self_attn", "mlp"})).wide.is_all());
}

TEST(Unquantised, ExceptionsOfGptqAreRead) {
  const auto gptq = [](const Json& dynamic) {
    return llama_405b({{"quant_method", "gptq"}, {"bits", 4}, {"dynamic", dynamic}});
  };
  EXPECT_TRUE(gptq({{"-:.*", Json::object()}}).wide.is_all());
  EXPECT_DOUBLE_EQ(gptq({{"-:.*self_attn.*", Json::object()}}).wide.attention, 1);
  EXPECT_DOUBLE_EQ(gptq({{"-:.*self_attn.*", Json::object()}}).wide.dense, 0);
  EXPECT_DOUBLE_EQ(gptq({{"+:.*down.*", {{"bits", 8}}}}).wide.dense, 0);
}

TEST(Unquantised, EntriesArePathsGlobsAndRegularExpressions) {
  const auto wide = [](const char* entry) { return llama_405b(of("ignore", {entry})).wide; };
  EXPECT_DOUBLE_EQ(wide("model.layers.5").dense, 1 / 126.0);
  EXPECT_DOUBLE_EQ(wide("model.layers.5").attention, 1 / 126.0);
  EXPECT_DOUBLE_EQ(wide("*self_attn*").attention, 1);
  EXPECT_DOUBLE_EQ(wide("model.layers.12.self_attn*").attention, 1 / 126.0);
  EXPECT_DOUBLE_EQ(wide("re:.*self_attn.*").attention, 1);
  EXPECT_NEAR(wide("re:^model\\.layers\\.(0|1|2)\\..*").dense, 3 / 126.0, 1e-9);
  EXPECT_NEAR(wide("re:.*\\.(gate|up)_proj$").dense, 2 / 3.0, 1e-9);
  // A router's and a head's name are none of a matrix of layers'.
  for (const char* none : {"gate", "mlp.gate", "lm_head", "re:.*lm_head", "re:visual.*", "*mtp*"}) {
    EXPECT_DOUBLE_EQ(wide(none).dense, 0) << none;
    EXPECT_DOUBLE_EQ(wide(none).attention, 0) << none;
  }
}

TEST(Unquantised, PatternsNobodyReadsAreSaid) {
  const Network llama = llama_405b(of("ignore", {"re:^(?!.*self_attn).*"}));
  EXPECT_EQ(llama.unread_fields, std::vector<std::string>{"quantization_config"});
  EXPECT_TRUE(llama.is_assumed);
  Json many = Json::array();
  for (int i = 0; i < 5000; ++i) many.push_back("*a*b*c*" + std::to_string(i));
  EXPECT_TRUE(llama_405b(of("ignore", many)).is_assumed);
}

TEST(ModulePattern, GlobsAndWhatRegularExpressionsMean) {
  EXPECT_TRUE(matches_glob("a.b.c", "a*c"));
  EXPECT_TRUE(matches_glob("abc", "a?c"));
  EXPECT_FALSE(matches_glob("a.b.cd", "a*c"));
  EXPECT_EQ(globs_of_regex("^a\\.(b|c)$"), (std::vector<std::string>{"a.b", "a.c"}));
  EXPECT_EQ(globs_of_regex("a\\.\\d+"), (std::vector<std::string>{"a.**"}));
  EXPECT_FALSE(globs_of_regex("(a*)*b"));
  EXPECT_FALSE(globs_of_regex("(a"));
  EXPECT_FALSE(globs_of_regex("a{3}"));
}

}  // namespace
}  // namespace wgf::advisor
