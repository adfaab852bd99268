// SPDX-License-Identifier: MIT
// Types of models whose layers are not Llama's, and types nobody knows.

#include <gtest/gtest.h>

#include <string>

#include "advisor/network/hugging_face.h"
#include "base/error.h"

namespace wgf::advisor {
namespace {

struct PublishedType {
  const char* name;
  const char* config;
  double params;
};

// Published counts; the fields as the files on Hugging Face have them, less those without a shape.
const PublishedType published_types[] = {
    {"StarCoder2 15B", R"({"model_type":"starcoder2","hidden_size":6144,"intermediate_size":24576,
      "num_attention_heads":48,"num_key_value_heads":4,"num_hidden_layers":40,"vocab_size":49152,
      "hidden_act":"gelu_pytorch_tanh","mlp_type":"default","use_bias":true,"sliding_window":4096,
      "max_position_embeddings":16384,"tie_word_embeddings":false})",
     15957889024},
    {"Nemotron 4 340B", R"({"model_type":"nemotron","hidden_size":18432,"intermediate_size":73728,
      "num_attention_heads":96,"num_key_value_heads":8,"num_hidden_layers":96,"hidden_act":"relu2",
      "vocab_size":256000,"max_position_embeddings":4096,"tie_word_embeddings":false})",
     341e9},
    {"Command R", R"({"model_type":"cohere","hidden_size":8192,"intermediate_size":22528,
      "num_attention_heads":64,"num_key_value_heads":64,"num_hidden_layers":40,
      "hidden_act":"silu","vocab_size":256000,"max_position_embeddings":8192})",
     34980831232},
    {"Qwen 7B", R"({"model_type":"qwen","hidden_size":4096,"intermediate_size":22016,
      "num_attention_heads":32,"num_hidden_layers":32,"kv_channels":128,"seq_length":8192,
      "vocab_size":151936,"no_bias":true,"tie_word_embeddings":false})",
     7721324544},
    {"Persimmon 8B", R"({"model_type":"persimmon","hidden_size":4096,"intermediate_size":16384,
      "num_attention_heads":64,"num_hidden_layers":36,"hidden_act":"relu2","vocab_size":262144,
      "max_position_embeddings":16384,"qk_layernorm":true,"tie_word_embeddings":false})",
     9.4e9},
    {"ERNIE 4.5 21B-A3B", R"({"model_type":"ernie4_5_moe","hidden_size":2560,
      "intermediate_size":12288,"moe_intermediate_size":1536,"moe_num_experts":64,"moe_k":6,
      "moe_num_shared_experts":2,"moe_layer_start_index":1,"moe_layer_end_index":27,
      "moe_layer_interval":1,"num_attention_heads":20,"num_key_value_heads":4,
      "num_hidden_layers":28,"use_bias":false,"vocab_size":103424,"tie_word_embeddings":true})",
     21825436160},
    {"ERNIE 4.5 300B-A47B", R"({"model_type":"ernie4_5_moe","hidden_size":8192,
      "intermediate_size":28672,"moe_intermediate_size":3584,"moe_num_experts":64,"moe_k":8,
      "moe_num_shared_experts":0,"moe_layer_start_index":3,"moe_layer_end_index":53,
      "moe_layer_interval":1,"num_attention_heads":64,"num_key_value_heads":8,
      "num_hidden_layers":54,"use_bias":false,"vocab_size":103424})",
     300e9},
    {"MPT 7B", R"({"model_type":"mpt","d_model":4096,"expansion_ratio":4,"n_heads":32,
      "n_layers":32,"max_seq_len":2048,"no_bias":true,"learned_pos_emb":true,"vocab_size":50432,
      "attn_config":{"alibi":true,"attn_type":"multihead_attention"}})",
     6649286656},
    {"DBRX", R"({"model_type":"dbrx","d_model":6144,"n_heads":48,"n_layers":40,
      "max_seq_len":32768,"vocab_size":100352,"tie_word_embeddings":false,
      "attn_config":{"kv_n_heads":8,"model_type":""},"ffn_config":{"ffn_hidden_size":10752,
      "moe_num_experts":16,"moe_top_k":4,"moe_loss_weight":0.05,"tie_word_embeddings":true}})",
     131596523520},
    {"GPT-Neo 1.3B", R"({"model_type":"gpt_neo","hidden_size":2048,"intermediate_size":null,
      "num_heads":16,"num_layers":24,"vocab_size":50257,"max_position_embeddings":2048,
      "window_size":256,"attention_types":[[["global","local"],12]]})",
     1315575808},
    {"DistilBERT", R"({"model_type":"distilbert","dim":768,"hidden_dim":3072,"n_heads":12,
      "n_layers":6,"vocab_size":30522,"max_position_embeddings":512,"activation":"gelu"})",
     66362880},
    {"DeBERTa V3 base", R"({"model_type":"deberta-v2","hidden_size":768,"intermediate_size":3072,
      "num_attention_heads":12,"num_hidden_layers":12,"vocab_size":128100,"hidden_act":"gelu",
      "max_position_embeddings":512,"position_buckets":256,"relative_attention":true})",
     184e6},
    {"ESM-2 650M", R"({"model_type":"esm","hidden_size":1280,"intermediate_size":5120,
      "num_attention_heads":20,"num_hidden_layers":33,"vocab_size":33,
      "max_position_embeddings":1026,"position_embedding_type":"rotary"})",
     651e6},
    {"MPNet base", R"({"model_type":"mpnet","hidden_size":768,"intermediate_size":3072,
      "num_attention_heads":12,"num_hidden_layers":12,"vocab_size":30527,
      "max_position_embeddings":514,"relative_attention_num_buckets":32})",
     109.5e6},
    {"Nomic Embed 1.5", R"({"model_type":"nomic_bert","n_embd":768,"n_head":12,"n_inner":3072,
      "n_layer":12,"n_positions":8192,"vocab_size":30528,"activation_function":"swiglu",
      "mlp_fc1_bias":false,"qkv_proj_bias":false})",
     137e6},
    {"ModernBERT base", R"({"model_type":"modernbert","hidden_size":768,"intermediate_size":1152,
      "num_attention_heads":12,"num_hidden_layers":22,"vocab_size":50368,
      "hidden_activation":"gelu","max_position_embeddings":8192,"local_attention":128})",
     149.6e6},
};

TEST(ModelTypes, HaveThePublishedCounts) {
  constexpr double most_off = 0.005;
  for (const PublishedType& one : published_types) {
    const Network network = network_from_config(one.config, "config.json");
    const auto counted = static_cast<double>(count_parameters(network).total());
    EXPECT_NEAR(counted / one.params, 1, most_off) << one.name;
    EXPECT_FALSE(network.is_assumed) << one.name;
  }
}

TEST(ModelTypes, EncodersKeepNoCache) {
  for (const char* type : {"deberta-v2", "esm", "mpnet", "modernbert", "distilbert", "bert"}) {
    const Network network = network_from_config(
        R"({"hidden_size":64,"intermediate_size":256,"num_attention_heads":4,
            "num_hidden_layers":2,"vocab_size":100,"model_type":")" +
            std::string(type) + "\"}",
        "config.json");
    EXPECT_FALSE(network.is_causal) << type;
  }
}

const std::string any_shape = R"("hidden_size":64,"intermediate_size":256,"num_attention_heads":4,
    "num_hidden_layers":2,"vocab_size":100)";

Network network_with(const std::string& fields) {
  return network_from_config("{" + fields + "," + any_shape + "}", "config.json");
}

TEST(ModelTypes, UnknownOnesAreAssumed) {
  const Network foonet = network_with(R"("model_type":"foonet")");
  EXPECT_EQ(foonet.unknown_type, "foonet");
  EXPECT_TRUE(foonet.is_assumed);
  EXPECT_TRUE(foonet.layers.front().feed_forward.gated);
  // What its function is called can say more.
  EXPECT_FALSE(
      network_with(R"("model_type":"foonet","hidden_act":"relu2")").layers[0].feed_forward.gated);
  EXPECT_FALSE(
      network_with(R"("model_type":"foonet","mlp_type":"default")").layers[0].feed_forward.gated);
  for (const char* fields : {R"("model_type":"llama")", R"("hidden_act":"silu")"})
    EXPECT_FALSE(network_with(fields).is_assumed) << fields;
}

// Read as dense it would be a small part of what it is.
TEST(ModelTypes, UnknownExpertsAreRefused) {
  const auto key_of = [](const std::string& fields) -> std::string {
    try {
      network_with(fields);
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
      return error.message().key;
    }
    return "";
  };
  for (const char* field : {R"("foo_expert_count":64)", R"("n_moe":8)"})
    EXPECT_EQ(key_of(R"("model_type":"foonet",)" + std::string(field)),
              "network.config_unknown_experts")
        << field;
  for (const char* field : {R"("num_experts":4,"num_experts_per_tok":2)", R"("n_moe":null)",
                            R"("use_moe":false)", R"("moe_aux_loss_coeff":0.01)"})
    EXPECT_EQ(key_of(R"("model_type":"foonet",)" + std::string(field)), "") << field;
  // Whose layers share their weights, and others after BERT.
  for (const char* type : {"albert", "deberta", "mobilebert"})
    EXPECT_EQ(key_of(R"("model_type":")" + std::string(type) + "\""), "network.config_not_modelled")
        << type;
}

}  // namespace
}  // namespace wgf::advisor
