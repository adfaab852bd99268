// SPDX-License-Identifier: MIT
// Generations whose type begins as an older one's, whose fields are spelled otherwise or left out.

#include <gtest/gtest.h>

#include <string>

#include "advisor/memory/cache.h"
#include "advisor/network/hugging_face.h"
#include "advisor/network/stored_format.h"
#include "base/error.h"

namespace wgf::advisor {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += (i > 0 ? "," : "") + text;
  return all;
}

Network network_of(const std::string& config) {
  return network_from_config(config, "config.json");
}

double params(const Network& network) {
  return static_cast<double>(count_parameters(network).total());
}

double cache_bytes(const Network& network, double tokens) {
  double numbers = 0;
  for (const LayerGroup& group : network.layers)
    numbers += group.count * cache_numbers(group.attention, tokens);
  return 2 * numbers;
}

const char* const mimo_minimal = R"({"model_type":"mimo_v2_flash","hidden_size":1024,
    "intermediate_size":4096,"num_attention_heads":8,"num_key_value_heads":4,"head_dim":128,
    "num_hidden_layers":8,"vocab_size":32000,"max_position_embeddings":262144,
    "sliding_window":128,"hybrid_layer_pattern":[0,1,1,1,0,1,1,1]})";

// 2 x 262,144 tokens x 2,048 bytes, and six windows of 128.
TEST(Generations, MiMoV2SeesWindowsInThePatternsLayers) {
  const Network mimo = network_of(mimo_minimal);
  ASSERT_EQ(mimo.layers.size(), 2u);
  EXPECT_EQ(mimo.layers[0].count, 2);
  EXPECT_FALSE(mimo.layers[0].attention.window);
  EXPECT_EQ(mimo.layers[1].count, 6);
  EXPECT_EQ(mimo.layers[1].attention.window, 128);
  EXPECT_FALSE(mimo.is_assumed);
  EXPECT_DOUBLE_EQ(cache_bytes(mimo, 262144), 2048.0 * (2 * 262144 + 6 * 128));
}

// As published: 9 of 48 layers see everything, with half the heads of the others.
TEST(Generations, MiMoV2FlashIsAsPublished) {
  std::string pattern = "0", experts = "0";
  for (int i = 1; i < 48; ++i) {
    pattern += i % 6 == 5 ? ",0" : ",1";
    experts += ",1";
  }
  const Network mimo = network_of(
      R"({"model_type":"mimo_v2_flash","vocab_size":152576,"hidden_size":4096,
      "num_hidden_layers":48,"num_attention_heads":64,"num_key_value_heads":4,"head_dim":192,
      "v_head_dim":128,"swa_num_attention_heads":64,"swa_num_key_value_heads":8,
      "swa_head_dim":192,"swa_v_head_dim":128,"partial_rotary_factor":0.334,
      "sliding_window":128,"sliding_window_size":128,"add_swa_attention_sink_bias":true,
      "swa_rope_theta":10000,"intermediate_size":16384,"n_routed_experts":256,
      "num_experts_per_tok":8,"moe_intermediate_size":2048,"n_group":1,"topk_group":1,
      "routed_scaling_factor":null,"scoring_func":"sigmoid","attention_value_scale":0.707,
      "max_position_embeddings":262144,"tie_word_embeddings":false,"hybrid_layer_pattern":[)" +
      pattern + R"(],"moe_layer_freq":[)" + experts + "]}");
  EXPECT_NEAR(params(mimo) / 309e9, 1, 0.01);
  EXPECT_FALSE(mimo.is_assumed);
  // On each of four GPUs a quarter of 9 x 4 x 320 numbers a token.
  EXPECT_NEAR(cache_bytes(mimo, 262144) / 4 / 1.52e9, 1, 0.01);
}

// 284 billion with its experts in four bits: 157 GB.
TEST(Generations, DeepSeekV4CompressesItsCache) {
  const std::string config =
      R"({"model_type":"deepseek_v4","vocab_size":129280,"hidden_size":4096,
      "moe_intermediate_size":2048,"num_hidden_layers":43,"num_attention_heads":64,
      "num_key_value_heads":1,"head_dim":512,"q_lora_rank":1024,"o_lora_rank":1024,"o_groups":8,
      "qk_rope_head_dim":64,"n_routed_experts":256,"n_shared_experts":1,"num_experts_per_tok":6,
      "index_topk":512,"index_n_heads":64,"index_head_dim":128,"sliding_window":128,"hc_mult":4,
      "num_hash_layers":3,"num_nextn_predict_layers":1,"expert_dtype":"fp4",
      "max_position_embeddings":1048576,"tie_word_embeddings":false,
      "quantization_config":{"quant_method":"fp8","weight_block_size":[128,128]},
      "compress_ratios":[0,0,)" +
      repeated("4,128", 20) + ",4,0]}";
  const Network v4 = network_of(config);
  EXPECT_NEAR(params(v4) / 284e9, 1, 0.02);
  EXPECT_TRUE(v4.has_mxfp4_experts);
  EXPECT_EQ(v4.published_in, "fp8");
  EXPECT_TRUE(v4.has_sparse_attention);
  EXPECT_FALSE(v4.is_assumed);
  EXPECT_EQ(stored_format(config)->precision, "fp8");
  ASSERT_EQ(v4.layers.size(), 3u);
  EXPECT_EQ(v4.layers[0].count, 2);
  EXPECT_EQ(v4.layers[1].count, 21);
  EXPECT_EQ(v4.layers[1].attention.compression, 4);
  // 43 windows of 128; of 131,072 tokens a quarter in 21 layers, with an index, and a 128th in 20.
  EXPECT_DOUBLE_EQ(cache_bytes(v4, 131072),
                   2.0 * (43 * 128 * 512 + 21 * 32768 * (512 + 128) + 20 * 1024 * 512));
}

TEST(Generations, FalconOfOneKeyHeadHasOneHoweverItIsSaved) {
  const Network falcon = network_of(R"({"model_type":"falcon","hidden_size":4544,"vocab_size":65024,
      "num_attention_heads":71,"num_hidden_layers":32,"multi_query":true,"num_kv_heads":71,
      "new_decoder_architecture":false,"parallel_attn":true,"bias":false,"alibi":false})");
  EXPECT_EQ(params(falcon), 6921720704.0);
  EXPECT_EQ(falcon.layers[0].attention.kv_heads, 1);
  EXPECT_DOUBLE_EQ(cache_bytes(falcon, 1), 8192);
  const Network new_one = network_of(R"({"model_type":"falcon","hidden_size":8192,
      "vocab_size":65024,"num_attention_heads":128,"num_hidden_layers":60,"multi_query":true,
      "num_kv_heads":8,"new_decoder_architecture":true})");
  EXPECT_EQ(new_one.layers[0].attention.kv_heads, 8);
}

// transformers leaves out of text_config what is as its class has it.
TEST(Generations, FieldsAsTheClassHasThemMayBeLeftOut) {
  const Network gemma = network_of(R"({"model_type":"gemma3","mm_tokens_per_image":256,
      "text_config":{"head_dim":128,"hidden_size":5376,"intermediate_size":21504,
      "model_type":"gemma3_text","num_attention_heads":32,"num_hidden_layers":62,
      "num_key_value_heads":16,"query_pre_attn_scalar":168,
      "rope_scaling":{"factor":8.0,"rope_type":"linear"},"sliding_window":1024}})");
  EXPECT_NEAR(params(gemma) / 27009346304.0, 1, 0.002);
  EXPECT_FALSE(gemma.is_assumed);
  EXPECT_EQ(gemma.max_sequence, 131072);
  const Network four = network_of(R"({"model_type":"gemma3","text_config":{"hidden_size":2560,
      "intermediate_size":10240,"model_type":"gemma3_text","num_hidden_layers":34,
      "sliding_window":1024}})");
  EXPECT_NEAR(params(four) / 3880099328.0, 1, 0.002);
  const Network janus = network_of(R"({"model_type":"multi_modality","language_config":{
      "max_position_embeddings":16384,"model_type":"llama","num_hidden_layers":30,
      "torch_dtype":"bfloat16","vocab_size":102400}})");
  EXPECT_NEAR(params(janus) / 6910365696.0, 1, 0.002);  // DeepSeek 7B
}

TEST(Generations, LanguageConfigIsTheModelOfLanguage) {
  const Network vl = network_of(R"({"model_type":"deepseek_vl_v2","language_config":{
      "first_k_dense_replace":1,"hidden_size":2048,"intermediate_size":10944,"kv_lora_rank":512,
      "lm_head":true,"max_position_embeddings":4096,"model_type":"deepseek_v2",
      "moe_intermediate_size":1408,"n_group":1,"n_routed_experts":64,"n_shared_experts":2,
      "num_attention_heads":16,"num_experts_per_tok":6,"num_hidden_layers":27,
      "num_key_value_heads":16,"q_lora_rank":null,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
      "rm_head":false,"topk_group":1,"topk_method":"greedy","use_mla":true,"v_head_dim":128,
      "vocab_size":102400}})");
  EXPECT_NEAR(params(vl) / 15706484224.0, 1, 0.002);  // DeepSeek V2 Lite
  EXPECT_FALSE(vl.is_assumed);
}

// A dense part and experts in every layer; a sixth of the layers with wider and fewer heads.
TEST(Generations, Gemma4HasExpertsBesideADensePart) {
  const std::string six = repeated("\"sliding_attention\"", 5) + ",\"full_attention\"";
  const Network gemma = network_of(
      R"({"model_type":"gemma4","text_config":{"model_type":"gemma4_text","hidden_size":2816,
      "intermediate_size":2112,"num_hidden_layers":30,"num_attention_heads":16,
      "num_key_value_heads":8,"num_global_key_value_heads":2,"head_dim":256,"global_head_dim":512,
      "attention_k_eq_v":true,"enable_moe_block":true,"num_experts":128,"top_k_experts":8,
      "moe_intermediate_size":704,"sliding_window":1024,"hidden_size_per_layer_input":0,
      "num_kv_shared_layers":0,"use_double_wide_mlp":false,"final_logit_softcapping":30.0,
      "max_position_embeddings":262144,"tie_word_embeddings":true,"vocab_size":262144,
      "layer_types":[)" +
      repeated(six, 5) + "]}}");
  EXPECT_NEAR(params(gemma) / 25.2e9, 1, 0.01);
  EXPECT_FALSE(gemma.is_assumed);
  EXPECT_DOUBLE_EQ(cache_bytes(gemma, 100000),
                   2.0 * (5 * 100000 * 2 * 1024 + 25 * 1024 * 8 * 512.0));
}

TEST(Generations, ListsOfOneNumberALayerAreThatNumber) {
  const std::string of_32 = "[" + repeated("8", 32) + "]";
  const std::string begin = R"({"model_type":"hunyuan_v1_moe","hidden_size":4096,
      "intermediate_size":3072,"num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,
      "num_hidden_layers":32,"num_experts":64,"vocab_size":128167,"use_mixed_mlp_moe":true,
      "use_cla":false,"cla_share_factor":2,"max_position_embeddings":32768,
      "num_shared_expert":[)" +
                            repeated("1", 32) + R"(],"moe_intermediate_size":[)" +
                            repeated("3072", 32) + R"(],"moe_topk":)";
  const Network hunyuan = network_of(begin + of_32 + "}");
  EXPECT_NEAR(params(hunyuan) / 80.4e9, 1, 0.005);
  EXPECT_EQ(hunyuan.layers[0].feed_forward.experts_per_token, 8);
  try {
    network_of(begin + "[8,4]}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "network.config_not_modelled");
  }
}

const char* const shape = R"("hidden_size":64,"intermediate_size":256,"num_attention_heads":4,
    "num_hidden_layers":4,"vocab_size":100})";

// Never silently: a type that only begins as a known one, and fields nobody reads.
TEST(Generations, WhatIsNotKnownOfThemIsSaid) {
  for (const char* type : {"llama5", "mimo_v3", "gemma3n", "qwen4", "deepseek_v5", "glm5"}) {
    const Network next = network_of(R"({"model_type":")" + std::string(type) + "\"," + shape);
    EXPECT_EQ(next.unknown_type, type);
    EXPECT_TRUE(next.is_assumed) << type;
  }
  for (const char* field :
       {"swa_num_layers", "layer_pattern", "num_kv_shared_layers", "compress_window",
        "moe_freq_of_layers", "block_configs", "altup_num_inputs", "use_double_wide_mlp"}) {
    const Network known =
        network_of(R"({"model_type":"llama",")" + std::string(field) + "\":2," + shape);
    ASSERT_EQ(known.unread_fields.size(), 1u) << field;
    EXPECT_EQ(known.unread_fields[0], field);
    EXPECT_TRUE(known.is_assumed);
  }
  for (const char* field : {R"("use_cla":true)", R"("use_double_wide_mlp":true)",
                            R"("moe_layers_enum":"3,4,5")", R"("engram_layers":[1])"}) {
    const Network known =
        network_of(R"({"model_type":"llama",)" + std::string(field) + "," + shape);
    EXPECT_TRUE(known.is_assumed) << field;
  }
}

// Fields of published files that have no shape.
TEST(Generations, WhatHasNoShapeIsPassedOver) {
  const Network plain = network_of(
      R"({"model_type":"llama","architectures":["A"],"attention_dropout":0.1,"pretraining_tp":1,
      "bos_token_id":1,"initializer_range":0.02,"rms_norm_eps":1e-5,"rope_theta":5e5,
      "rope_scaling":{"factor":8},"torch_dtype":"bfloat16","use_cache":true,
      "hidden_act":"silu","layer_norm_eps":1e-5,"attention_probs_dropout_prob":0.1,
      "aux_loss_alpha":0.001,"n_group":8,"topk_group":4,"routed_scaling_factor":2.5,
      "attn_logit_softcapping":50.0,"query_pre_attn_scalar":256,"max_window_layers":28,
      "partial_rotary_factor":0.5,"moe_layer_freq":1,"output_router_logits":false,
      "embedding_multiplier":12.0,"use_qk_norm":true,"cla_share_factor":2,
      "use_cla":false,"shared_moe_mode":"sigmoid","moe_use_aux_free":true,"generation_config":{"a":1},
      "order_of_interleaved_layers":"local_attn_first","time_step_limit":[0,1],"auto_map":{"AutoConfig":"a"},)" +
      std::string(shape));
  EXPECT_EQ(plain.unread_fields, std::vector<std::string>{});
}

}  // namespace
}  // namespace wgf::advisor
