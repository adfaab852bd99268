// SPDX-License-Identifier: MIT
#include "advisor/network/config_defaults.h"

#include <nlohmann/json.hpp>

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;

struct ClassDefaults {
  std::string_view type;
  const char* fields;
};

// As the classes of transformers have them, the fields with a shape.
constexpr ClassDefaults classes[] = {
    {"llama", R"({"vocab_size":32000,"hidden_size":4096,"intermediate_size":11008,
        "num_hidden_layers":32,"num_attention_heads":32,"max_position_embeddings":2048})"},
    {"mistral", R"({"vocab_size":32000,"hidden_size":4096,"intermediate_size":14336,
        "num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,
        "max_position_embeddings":131072,"sliding_window":4096})"},
    {"mixtral", R"({"vocab_size":32000,"hidden_size":4096,"intermediate_size":14336,
        "num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,
        "max_position_embeddings":131072,"num_local_experts":8,"num_experts_per_tok":2})"},
    {"qwen2", R"({"vocab_size":151936,"hidden_size":4096,"intermediate_size":22016,
        "num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":32,
        "max_position_embeddings":32768,"use_sliding_window":false})"},
    {"qwen3", R"({"vocab_size":151936,"hidden_size":4096,"intermediate_size":22016,
        "num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":32,"head_dim":128,
        "max_position_embeddings":32768,"use_sliding_window":false})"},
    {"gemma", R"({"vocab_size":256000,"hidden_size":3072,"intermediate_size":24576,
        "num_hidden_layers":28,"num_attention_heads":16,"num_key_value_heads":16,"head_dim":256,
        "max_position_embeddings":8192})"},
    {"gemma2", R"({"vocab_size":256000,"hidden_size":2304,"intermediate_size":9216,
        "num_hidden_layers":26,"num_attention_heads":8,"num_key_value_heads":4,"head_dim":256,
        "max_position_embeddings":8192,"sliding_window":4096})"},
    {"gemma3_text", R"({"vocab_size":262208,"hidden_size":2304,"intermediate_size":9216,
        "num_hidden_layers":26,"num_attention_heads":8,"num_key_value_heads":4,"head_dim":256,
        "max_position_embeddings":131072,"sliding_window":4096})"},
    {"gemma4_text", R"({"vocab_size":262144,"head_dim":256,"global_head_dim":512,
        "max_position_embeddings":131072,"sliding_window":512})"},
    {"deepseek_v2", R"({"vocab_size":102400,"hidden_size":4096,"intermediate_size":11008,
        "moe_intermediate_size":1407,"num_hidden_layers":30,"num_attention_heads":32,
        "num_key_value_heads":32,"kv_lora_rank":512,"q_lora_rank":1536,"qk_rope_head_dim":64,
        "qk_nope_head_dim":128,"v_head_dim":128,"max_position_embeddings":2048})"},
};

}  // namespace

void add_class_defaults(Json& language, std::string_view type) {
  for (const ClassDefaults& known : classes) {
    if (known.type != (type.empty() ? "llama" : type)) continue;
    const Json defaults = Json::parse(known.fields);
    for (const auto& [name, value] : defaults.items())
      if (!language.contains(name)) language[name] = value;
  }
}

}  // namespace wgf::advisor
