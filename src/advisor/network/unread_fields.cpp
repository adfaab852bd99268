// SPDX-License-Identifier: MIT
#include "advisor/network/unread_fields.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/text.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;

// What hugging_face.cpp and the files beside it read, and what by its name would have a shape
// without having one.
constexpr std::string_view read[] = {
    // of the whole
    "hidden_size", "n_embd", "dim", "d_model", "vocab_size", "padded_vocab_size", "n_positions",
    "n_ctx", "seq_length", "max_seq_len", "max_sequence_length", "num_hidden_layers", "n_layer",
    "num_layers", "n_layers", "num_nextn_predict_layers", "layer_types", "mlp_layer_types",
    "type_vocab_size", "vocab_size_per_layer_input", "hidden_size_per_layer_input",
    "original_max_position_embeddings", "max_position_embeddings", "max_window_layers",
    // attention
    "num_attention_heads", "n_head", "n_heads", "num_heads", "multi_query", "multi_query_attention",
    "num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "kv_n_heads",
    "new_decoder_architecture", "parallel_attn", "head_dim", "kv_channels", "kv_lora_rank",
    "q_lora_rank", "qk_rope_head_dim", "qk_nope_head_dim", "v_head_dim", "qk_head_dim", "use_mla",
    "sliding_window", "sliding_window_size", "use_sliding_window", "sliding_window_pattern",
    "_sliding_window_pattern", "attention_chunk_size", "window_size", "local_attention",
    "global_attn_every_n_layers", "attention_types", "attention_layers", "attention_bias",
    "attention_out_bias", "attn_config", "full_attention_interval", "hybrid_layer_pattern",
    "swa_num_attention_heads", "swa_num_key_value_heads", "swa_head_dim", "swa_v_head_dim",
    "global_head_dim", "num_global_key_value_heads", "attention_k_eq_v", "linear_num_key_heads",
    "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim",
    "linear_conv_kernel_dim", "attn_type_list", "compress_ratios", "o_groups", "o_lora_rank",
    "index_n_heads", "index_head_dim",
    // feed-forward
    "intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "hidden_dim", "expansion_ratio",
    "intermediate_size_mlp", "num_local_experts", "n_routed_experts", "num_experts",
    "moe_num_experts", "num_experts_per_tok", "experts_per_token", "num_experts_per_token", "moe_k",
    "moe_top_k", "moe_topk", "top_k_experts", "moe_intermediate_size", "n_shared_experts",
    "num_shared_experts", "num_shared_expert", "moe_num_shared_experts",
    "shared_expert_intermediate_size", "shared_intermediate_size", "first_k_dense_replace",
    "moe_layer_start_index", "moe_layer_end_index", "moe_layer_interval", "moe_every_n_layers",
    "moe_layer_freq", "interleave_moe_layer_step", "decoder_sparse_step", "mlp_only_layers",
    "enable_moe_block", "use_moe", "use_mixed_mlp_moe", "ffn_config", "expert_dtype",
    // of no shape
    "attention_head_dim", "moe_shared_expert_intermediate_size", "moe_layers",
    "word_embed_proj_dim", "cla_share_factor", "hc_mult", "order_of_interleaved_layers",
    "shared_moe_mode", "mtp_transformer_layers", "num_mtp_modules", "use_mtp",
    "pooler_num_attention_heads", "pooler_num_fc_layers", "pooler_size_per_head",
    "pooler_hidden_size", "for_llm_compressor", "compression_config", "full_attn_mod", "embd_layer",
    "dim_model_base", "rope_head_dim", "chunk_size_feed_forward", "is_decoder",
    "add_cross_attention", "cross_attention_hidden_size", "tie_encoder_decoder", "pruned_heads",
    "query_pre_attn_scalar", "attn_logit_softcapping", "attn_implementation",
    "_attn_implementation", "attn_temperature_tuning", "attn_scale", "no_rope_layers",
    "no_rope_layer_interval", "attention_multiplier", "attention_value_scale", "position_buckets",
    "relative_attention", "relative_attention_num_buckets", "max_relative_positions",
    "pos_att_type", "qk_layernorm", "use_qk_norm", "use_qkv_bias", "add_qkv_bias", "qkv_bias",
    "qkv_proj_bias", "softmax_scale_attn", "scale_attn_weights", "scale_attn_by_inverse_layer_idx",
    "reorder_and_upcast_attn", "summary_use_proj", "apply_residual_connection_post_layernorm",
    "moe_router_enable_expert_bias", "block_size", "image_size", "patch_size",
    "use_bidirectional_attention", "attention_softmax_in_fp32", "index_topk", "use_flash_attn",
    "flash_attn", "use_cache_quantization", "num_hash_layers", "ep_size", "mtp_num_hidden_layers",
    "mamba_ssm_dtype", "attn_output_gate", "num_image_tokens", "vision_feature_layer",
    "attention_projection_layout", "output_hidden_states", "output_attentions",
    "attention_head_size", "attention_probs_dropout_prob", "num_key_value_groups",
    "layer_norm_epsilon", "layernorm_epsilon", "apply_query_key_layer_scaling",
    "position_embedding_type", "position_encoding_2d", "bias_dropout_fusion",
    "fp32_residual_connection", "add_bias_linear", "post_layer_norm", "pre_seq_len",
    "prefix_projection"};

// Parts of names that a shape has.
constexpr std::string_view of_shapes[] = {
    "layer",   "head",         "hidden",       "width",        "rank",     "window",
    "sliding", "swa",          "pattern",      "_ratio",       "expert",   "moe",
    "kv_",     "_kv",          "attn",         "attention",    "compress", "conv",
    "ssm",     "mamba",        "mtp",          "altup",        "laurel",   "per_layer",
    "cla",     "block_config", "share_factor", "intermediate", "recurren", "cross",
    "global",  "local",        "depth",        "num_block",    "engram",   "double_wide",
    "_dim",    "dim_"};

// Parts that say that the rest is of no shape.
constexpr std::string_view of_no_shape[] = {
    "loss",     "jitter",   "norm",       "scal",         "bias",          "drop",
    "prob",     "capacity", "dtype",      "router",       "group",         "impl",
    "parallel", "backend",  "rope",       "rotary",       "token",         "_id",
    "eps",      "init",     "_act",       "activ",        "theta",         "softcap",
    "clip",     "limit",    "multiplier", "alpha",        "beta",          "version",
    "class",    "fused",    "flash",      "precision",    "checkpoint",    "temperature",
    "sink",     "lm_head",  "rm_head",    "cache",        "image",         "vision",
    "audio",    "video",    "label",      "transformers", "architectures", "quant",
    "yarn",     "sinkhorn", "spatial",    "merge",        "gate"};

template <std::size_t count>
bool has_part(const std::string& name, const std::string_view (&parts)[count]) {
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

// A yes seldom changes a shape, and a word only where it is a pattern of layers.
bool says_nothing(const std::string& name, const Json& value) {
  constexpr std::string_view of_yes[] = {"cla", "wide", "share"};
  constexpr std::string_view of_words[] = {"pattern", "enum", "layers"};
  if (value.is_array() || value.is_object()) return value.empty();
  if (value.is_boolean()) return value == false || !has_part(name, of_yes);
  if (value.is_string()) return value == "" || !has_part(name, of_words);
  return value.is_null() || value == 0;
}

bool is_unread(const std::string& name, const Json& value) {
  const std::string lower = lower_case(name);
  if (says_nothing(lower, value) || !has_part(lower, of_shapes)) return false;
  if (std::find(std::begin(read), std::end(read), lower) != std::end(read)) return false;
  return !has_part(lower, of_no_shape);
}

}  // namespace

std::vector<std::string> unread_fields(const Json& config) {
  std::vector<std::string> names;
  for (const auto& [name, value] : config.items())
    if (is_unread(name, value)) names.push_back(name);
  return names;
}

std::string unread_expert_field(const Json& config) {
  for (const std::string& name : unread_fields(config)) {
    const std::string lower = lower_case(name);
    if (lower.find("moe") != std::string::npos || lower.find("expert") != std::string::npos)
      return name;
  }
  return "";
}

}  // namespace wgf::advisor
