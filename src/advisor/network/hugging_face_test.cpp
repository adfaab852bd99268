// SPDX-License-Identifier: MIT
#include "advisor/network/hugging_face.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace wgf::advisor {
namespace {

double params(const char* text) {
  return static_cast<double>(count_parameters(network_from_config(text, "config.json")).total());
}

struct Published {
  const char* name;
  const char* config;
  double params;
};

// Published counts; the fields as the files on Hugging Face have them, less those without a shape.
const Published published[] = {
    {"Llama 3.1 8B", R"({"model_type":"llama","hidden_size":4096,"intermediate_size":14336,
      "num_attention_heads":32,"num_key_value_heads":8,"num_hidden_layers":32,"vocab_size":128256,
      "max_position_embeddings":131072,"rope_scaling":{"factor":8.0},"tie_word_embeddings":false,
      "attention_bias":false})",
     8030261248},
    {"Qwen2.5 7B", R"({"model_type":"qwen2","hidden_size":3584,"intermediate_size":18944,
      "num_attention_heads":28,"num_key_value_heads":4,"num_hidden_layers":28,"vocab_size":152064,
      "sliding_window":131072,"use_sliding_window":false,"tie_word_embeddings":false})",
     7615616512},
    {"Qwen3 30B-A3B", R"({"model_type":"qwen3_moe","hidden_size":2048,"intermediate_size":6144,
      "moe_intermediate_size":768,"num_experts":128,"num_experts_per_tok":8,"head_dim":128,
      "num_attention_heads":32,"num_key_value_heads":4,"num_hidden_layers":48,
      "decoder_sparse_step":1,"vocab_size":151936,"tie_word_embeddings":false})",
     30532122624},
    {"Mixtral 8x7B", R"({"model_type":"mixtral","hidden_size":4096,"intermediate_size":14336,
      "num_local_experts":8,"num_experts_per_tok":2,"num_attention_heads":32,
      "num_key_value_heads":8,"num_hidden_layers":32,"vocab_size":32000,"sliding_window":null,
      "tie_word_embeddings":false})",
     46702792704},
    {"DeepSeek V3", R"({"model_type":"deepseek_v3","hidden_size":7168,"intermediate_size":18432,
      "moe_intermediate_size":2048,"n_routed_experts":256,"n_shared_experts":1,
      "num_experts_per_tok":8,"first_k_dense_replace":3,"kv_lora_rank":512,"q_lora_rank":1536,
      "qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"num_attention_heads":128,
      "num_key_value_heads":128,"num_hidden_layers":61,"vocab_size":129280,
      "num_nextn_predict_layers":1,"tie_word_embeddings":false})",
     671026419200},
    {"Gemma 2 9B", R"({"model_type":"gemma2","hidden_size":3584,"intermediate_size":14336,
      "head_dim":256,"num_attention_heads":16,"num_key_value_heads":8,"num_hidden_layers":42,
      "vocab_size":256000,"sliding_window":4096})",
     9241705984},
    {"GPT-2", R"({"model_type":"gpt2","n_embd":768,"n_head":12,"n_layer":12,"n_positions":1024,
      "n_ctx":1024,"n_inner":null,"vocab_size":50257})",
     124439808},
    {"BERT base", R"({"model_type":"bert","hidden_size":768,"intermediate_size":3072,
      "num_attention_heads":12,"num_hidden_layers":12,"vocab_size":30522,
      "max_position_embeddings":512,"type_vocab_size":2})",
     109482240},
    {"GPT-OSS 20B", R"({"model_type":"gpt_oss","hidden_size":2880,"intermediate_size":2880,
      "num_local_experts":32,"num_experts_per_tok":4,"head_dim":64,"num_attention_heads":64,
      "num_key_value_heads":8,"num_hidden_layers":24,"vocab_size":201088,"sliding_window":128,
      "attention_bias":true,"tie_word_embeddings":false})",
     20914757184},
    {"Phi-3 mini", R"({"model_type":"phi3","hidden_size":3072,"intermediate_size":8192,
      "num_attention_heads":32,"num_key_value_heads":32,"num_hidden_layers":32,
      "vocab_size":32064,"sliding_window":2047,"tie_word_embeddings":false})",
     3821079552},
    {"GLM-4 9B", R"({"model_type":"chatglm","hidden_size":4096,"ffn_hidden_size":13696,
      "num_attention_heads":32,"multi_query_attention":true,"multi_query_group_num":2,
      "num_layers":40,"padded_vocab_size":151552,"add_qkv_bias":true,"kv_channels":128,
      "seq_length":131072,"tie_word_embeddings":false})",
     9399951360},
    // Its count is that of the catalogue's record, computed from the same shape by hand.
    {"Qwen3.5 27B, first eight layers", R"({"model_type":"qwen3_5_text","hidden_size":5120,
      "intermediate_size":17408,"head_dim":256,"num_attention_heads":24,"num_key_value_heads":4,
      "num_hidden_layers":8,"vocab_size":248320,"linear_num_key_heads":16,
      "linear_num_value_heads":48,"linear_key_head_dim":128,"linear_value_head_dim":128,
      "linear_conv_kernel_dim":4,"tie_word_embeddings":false,"layer_types":["linear_attention",
      "linear_attention","linear_attention","full_attention","linear_attention",
      "linear_attention","linear_attention","full_attention"]})",
     6 * 115876064.0 + 2 * 104857600.0 + 8 * (267386880.0 + 10240) + 2 * 1271398400.0 + 5120},
    // 16 experts of 8192 and a shared one in every layer; the vision tower is not in text_config.
    {"Llama 4 Scout", R"({"model_type":"llama4","text_config":{"model_type":"llama4_text",
      "hidden_size":5120,"intermediate_size":8192,"intermediate_size_mlp":16384,"head_dim":128,
      "num_attention_heads":40,"num_key_value_heads":8,"num_hidden_layers":48,
      "num_local_experts":16,"num_experts_per_tok":1,"interleave_moe_layer_step":1,
      "vocab_size":202048,"tie_word_embeddings":false}})",
     107769861120},
    {"Llama 4 Maverick", R"({"model_type":"llama4","text_config":{"model_type":"llama4_text",
      "hidden_size":5120,"intermediate_size":8192,"intermediate_size_mlp":16384,"head_dim":128,
      "num_attention_heads":40,"num_key_value_heads":8,"num_hidden_layers":48,
      "num_local_experts":128,"num_experts_per_tok":1,"interleave_moe_layer_step":2,
      "vocab_size":202048,"tie_word_embeddings":false}})",
     400711848960},
    {"Qwen3 Next 80B-A3B", R"({"model_type":"qwen3_next","hidden_size":2048,
      "intermediate_size":5120,"moe_intermediate_size":512,"shared_expert_intermediate_size":512,
      "num_attention_heads":16,"num_key_value_heads":2,"head_dim":256,"num_hidden_layers":48,
      "num_experts":512,"num_experts_per_tok":10,"decoder_sparse_step":1,
      "full_attention_interval":4,"linear_num_value_heads":32,"linear_num_key_heads":16,
      "linear_key_head_dim":128,"linear_value_head_dim":128,"linear_conv_kernel_dim":4,
      "vocab_size":151936,"tie_word_embeddings":false})",
     79674391296},
};

TEST(HuggingFaceConfig, GivesThePublishedCounts) {
  for (const Published& one : published)
    EXPECT_NEAR(params(one.config) / one.params, 1, 0.005) << one.name;
}

TEST(HuggingFaceConfig, AlternateLayersOfGemma2SeeAWindow) {
  const Network gemma = network_from_config(published[5].config, "config.json");
  ASSERT_EQ(gemma.layers.size(), 2u);
  EXPECT_EQ(gemma.layers[0].count, 21);
  EXPECT_EQ(gemma.layers[1].attention.window, 4096);
}

TEST(HuggingFaceConfig, EveryFourthLayerOfQwen3NextKeepsACache) {
  const Network qwen = network_from_config(published[14].config, "config.json");
  ASSERT_EQ(qwen.layers.size(), 2u);
  EXPECT_EQ(qwen.layers[0].count, 36);
  EXPECT_EQ(qwen.layers[0].attention.kind, Attention::Kind::recurrent);
  EXPECT_EQ(qwen.layers[1].count, 12);
  EXPECT_FALSE(is_language_alone(published[14].config));
}

// 24 dense layers and 24 of experts, of which every fourth sees everything.
TEST(HuggingFaceConfig, KindsOfAttentionAreSharedOutAmongDenseAndSparseLayers) {
  const Network llama = network_from_config(published[13].config, "config.json");
  EXPECT_TRUE(is_language_alone(published[13].config));
  int full = 0, chunked = 0;
  for (const LayerGroup& group : llama.layers)
    (group.attention.window ? chunked : full) += group.count;
  EXPECT_EQ(full, 12);
  EXPECT_EQ(chunked, 36);
}

TEST(HuggingFaceConfig, AWindowThatIsNotUsedIsNone) {
  const Network qwen = network_from_config(published[1].config, "config.json");
  ASSERT_EQ(qwen.layers.size(), 1u);
  EXPECT_FALSE(qwen.layers[0].attention.window);
}

// GPT-OSS as it is published, and unpacked.
TEST(HuggingFaceConfig, ExpertsInMxfp4AreWhatTheFileSays) {
  std::string config = published[8].config;
  EXPECT_FALSE(network_from_config(config, "config.json").has_mxfp4_experts);
  config.replace(config.rfind('}'), 1, R"(,"quantization_config":{"quant_method":"mxfp4"}})");
  EXPECT_TRUE(network_from_config(config, "config.json").has_mxfp4_experts);
}

Message message_of(const char* text) {
  try {
    network_from_config(text, "my.json");
  } catch (const Error& error) {
    return error.message();
  }
  return {"nothing thrown", {}};
}

TEST(HuggingFaceConfig, AMissingFieldIsNamed) {
  const Message missing =
      message_of(R"({"hidden_size":64,"num_attention_heads":4,"num_hidden_layers":2})");
  EXPECT_EQ(missing.key, "network.config_field_missing");
  EXPECT_THAT(missing.args, testing::Contains(std::pair<std::string, std::string>(
                                "field", "vocab_size / padded_vocab_size")));
  EXPECT_EQ(message_of("[1]").key, "network.config_not_json");
  const Message broken = message_of("{\n \"a\": [NaN, 1,],\n}");
  EXPECT_EQ(broken.key, "network.config_broken");
  EXPECT_EQ(broken.args.at(1).second, "2");
  EXPECT_EQ(broken.args.at(2).second, "15");
  EXPECT_EQ(message_of(R"({"hidden_size":-4})").key, "network.config_out_of_range");
  EXPECT_EQ(message_of(R"({"hidden_size":"big"})").key, "network.config_out_of_range");
}

TEST(HuggingFaceConfig, WhatNestsTooDeepIsRefused) {
  std::string deep;
  for (int i = 0; i < 50000; ++i) deep += R"({"a":)";
  EXPECT_EQ(message_of((deep + "1" + std::string(50000, '}')).c_str()).key, "json.too_deep");
}

const char* const small_shape =
    R"("hidden_size":64,"intermediate_size":256,"num_attention_heads":4,"num_hidden_layers":2,
       "vocab_size":100})";

// As Python's json writes them: where they say nothing of the shape they are passed over.
TEST(HuggingFaceConfig, NumbersThatJsonLacksAreRead) {
  const std::string shape = small_shape;
  EXPECT_EQ(
      message_of((R"({"time_step_limit":[0.0,Infinity],"eps":-Infinity,"x":NaN,)" + shape).c_str())
          .key,
      "nothing thrown");
  const Message bad = message_of((R"({"num_key_value_heads":NaN,)" + shape).c_str());
  EXPECT_EQ(bad.key, "network.config_out_of_range");
  EXPECT_EQ(bad.args.at(2).second, "NaN");
  const Message endless = message_of((R"({"num_key_value_heads":Infinity,)" + shape).c_str());
  EXPECT_EQ(endless.args.at(2).second, "Infinity");
  EXPECT_EQ(endless.args.at(3).second, "1");
  const Message large = message_of((R"({"num_key_value_heads":1e999,)" + shape).c_str());
  EXPECT_EQ(large.key, "network.config_number_too_large");
  EXPECT_EQ(large.args.at(1).second, "1e999");
}

TEST(HuggingFaceConfig, NamesReachNoTerminalAsTheyAre) {
  const std::string shape = small_shape;
  const Network network =
      network_from_config(R"({"model_type":"a\u001b[31mb\u009b",)" + shape, "my.json");
  for (const std::string& name : {network.name, network.unknown_type})
    EXPECT_EQ(name, "a\xEF\xBF\xBD[31mb\xEF\xBF\xBD");
  const Message foreign = message_of((R"({"model_type":"t5\u001b",)" + shape).c_str());
  EXPECT_EQ(foreign.args.at(1).second, "model_type t5\xEF\xBF\xBD");
}

// Each field within what such a field may say, and all together within what any network has: the
// products of larger ones are beyond 64 bits.
TEST(HuggingFaceConfig, NumbersThatNoNetworkHasAreRefused) {
  const auto gpt = [](const char* width, const char* layers, const char* words) {
    return std::string(R"({"model_type":"gpt2","n_head":16,"n_positions":1024,"n_embd":)") + width +
           R"(,"n_layer":)" + layers + R"(,"vocab_size":)" + words + "}";
  };
  EXPECT_EQ(message_of(gpt("800000000", "12", "50257").c_str()).key, "network.config_out_of_range");
  EXPECT_EQ(message_of(gpt("768", "100000", "50257").c_str()).key, "network.config_out_of_range");
  EXPECT_EQ(message_of(gpt("768", "12", "100000000").c_str()).key, "network.config_out_of_range");
  const Message large = message_of(gpt("1000000", "10000", "50257").c_str());
  EXPECT_EQ(large.key, "network.config_too_large");
  // 12 x 800,000^2 x 12 layers: 9.2e13
  EXPECT_NEAR(params(gpt("800000", "12", "50257").c_str()) / 9.22e13, 1, 0.01);
  const Message shared = message_of(
      R"({"hidden_size":1000,"num_attention_heads":10,"num_hidden_layers":1,"vocab_size":9,
          "moe_intermediate_size":1000000,"n_routed_experts":8,"num_experts_per_tok":2,
          "n_shared_experts":100000,"intermediate_size":1000})");
  EXPECT_EQ(shared.key, "network.config_bad_field");
}

TEST(HuggingFaceConfig, HeadsThatDoNotDivideTheWidthNeedAWidthOfTheirOwn) {
  const std::string shape =
      R"({"hidden_size":64,"intermediate_size":256,"num_attention_heads":3,"num_hidden_layers":2,
          "vocab_size":100)";
  const Message uneven = message_of((shape + "}").c_str());
  EXPECT_EQ(uneven.key, "network.config_uneven_heads");
  EXPECT_THAT(uneven.args, testing::Contains(std::pair<std::string, std::string>("heads", "3")));
  for (const char* part : {R"("head_dim":16)", R"("kv_channels":16)",
                           R"("kv_lora_rank":8,"qk_rope_head_dim":8,"qk_nope_head_dim":16,
                              "v_head_dim":16)"})
    EXPECT_EQ(message_of((shape + "," + part + "}").c_str()).key, "nothing thrown") << part;
}

TEST(HuggingFaceConfig, WhatIsNoTransformerIsRefused) {
  const std::string shape =
      R"("hidden_size":64,"intermediate_size":256,"num_attention_heads":4,"num_hidden_layers":4,
         "vocab_size":100)";
  for (const char* part :
       {R"("model_type":"jamba")", R"("model_type":"mamba2")", R"("model_type":"zamba2")",
        R"("model_type":"nemotron_h")", R"("model_type":"falcon_h1")", R"("model_type":"t5")",
        R"("model_type":"own","attn_layer_period":8)", R"("model_type":"own","mamba_d_state":16)",
        R"("model_type":"own","attn_type_list":[0,0,0,1])",
        R"("layer_types":["full_attention","conv","conv","conv"])",
        R"("layer_types":["full_attention","linear_attention","conv","conv"])",
        R"("is_encoder_decoder":true)"})
    EXPECT_EQ(message_of(("{" + std::string(part) + "," + shape + "}").c_str()).key,
              "network.config_not_modelled")
        << part;
  for (const char* part : {R"("attn_type_list":[1,1,1,1])", R"("is_encoder_decoder":false)",
                           R"("mamba_ssm_dtype":"float32")", R"("state_size":null)"})
    EXPECT_EQ(message_of(("{" + std::string(part) + "," + shape + "}").c_str()).key,
              "nothing thrown")
        << part;
  EXPECT_EQ(message_of(
                (R"({"layer_types":["full_attention","sliding_attention"],)" + shape + "}").c_str())
                .key,
            "network.config_layer_types");
}

}  // namespace
}  // namespace wgf::advisor
