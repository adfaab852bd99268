// SPDX-License-Identifier: MIT
#include "advisor/network/hugging_face.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "advisor/network/config_fields.h"
#include "advisor/network/config_json.h"
#include "advisor/network/foreign_config.h"
#include "advisor/network/model_traits.h"
#include "base/error.h"
#include "base/printable.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;
using Config = ConfigFields;

bool is_gpt_neo(const std::string& type) {
  return type == "gpt_neo";
}

Attention attention_of(const Config& config, const ModelTraits& traits, int hidden) {
  Attention a;
  a.heads = config.needed({"num_attention_heads", "n_head", "n_heads", "num_heads"}, of_heads);
  const bool is_multi_query = config.flag("multi_query", false);
  const auto groups = config.number(
      {"num_key_value_heads", "num_kv_heads", "multi_query_group_num", "kv_n_heads"}, of_heads);
  a.kv_heads = groups.value_or(is_multi_query ? 1 : a.heads);
  const auto head_dim = config.number({"head_dim", "kv_channels"}, a_width);
  const auto latent_rank = config.number({"kv_lora_rank"}, a_width);
  if (!head_dim && !latent_rank && hidden % a.heads != 0) config.throw_uneven(hidden, a.heads);
  a.key_dim = head_dim.value_or(hidden / a.heads);
  a.value_dim = a.key_dim;
  if (latent_rank) {
    a.kind = Attention::Kind::latent;
    a.kv_rank = *latent_rank;
    a.query_rank = config.number({"q_lora_rank"}, a_width).value_or(0);
    a.rope_dim = config.needed({"qk_rope_head_dim"}, a_width);
    a.key_dim = config.needed({"qk_nope_head_dim"}, a_width) + a.rope_dim;
    a.value_dim = config.needed({"v_head_dim"}, a_width);
  }
  const bool has_bias =
      config.flag("attention_bias", config.flag("use_bias", traits.has_all_biases));
  a.has_qkv_bias = (has_bias && !is_gpt_neo(config.text("model_type"))) || traits.has_qkv_bias ||
                   config.flag("add_qkv_bias", false);
  a.has_output_bias = has_bias;
  if (a.key_dim < 1 || a.heads % a.kv_heads != 0)
    config.throw_bad("num_key_value_heads", a.kv_heads);
  return a;
}

FeedForward dense_of(const Config& config, const ModelTraits& traits, int hidden) {
  FeedForward ffn;
  ffn.gated = traits.is_gated;
  ffn.has_bias = config.flag("mlp_bias", config.flag("use_bias", traits.has_all_biases));
  auto width = config.number(
      {"intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "hidden_dim"}, a_width);
  // Qwen of 2023 writes the width of both matrices that its gate multiplies.
  if (width && config.text("model_type") == "qwen") width = std::max(1, *width / 2);
  constexpr FieldRange of_times{1, 100};
  const auto times = config.number({"expansion_ratio"}, of_times);
  if (!width && times) width = *times * hidden;
  const bool is_gpt = !traits.is_gated && !traits.is_encoder;
  if (width || is_gpt)
    ffn.hidden = width.value_or(4 * hidden);  // GPT-2 writes n_inner null for four times
  else if (!config.number({"moe_intermediate_size"}, a_width))
    ffn.hidden = config.needed({"intermediate_size"}, a_width);
  return ffn;
}

// Llama 4: "intermediate_size" is that of an expert and of the shared one, "…_mlp" of dense layers.
bool is_llama_4(const std::string& type) {
  return type.starts_with("llama4");
}

std::optional<FeedForward> experts_of(const Config& config, const FeedForward& dense,
                                      const std::string& type) {
  const auto experts =
      config.number({"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts"},
                    of_experts.or_none());
  if (!experts || *experts == 0) return std::nullopt;
  FeedForward ffn = dense;
  ffn.experts = *experts;
  ffn.experts_per_token = config.needed({"num_experts_per_tok", "experts_per_token",
                                         "num_experts_per_token", "moe_k", "moe_top_k", "moe_topk"},
                                        of_experts);
  ffn.hidden = config.number({"moe_intermediate_size"}, a_width).value_or(dense.hidden);
  const std::int64_t shared =
      config
          .number({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"},
                  of_experts.or_none())
          .value_or(0);
  if (shared * ffn.hidden > std::numeric_limits<int>::max())
    config.throw_bad("n_shared_experts", shared);
  ffn.shared_hidden =
      config
          .number({"shared_expert_intermediate_size", "shared_intermediate_size"},
                  a_width.or_none())
          .value_or(is_llama_4(type) ? ffn.hidden : static_cast<int>(shared * ffn.hidden));
  if (ffn.experts_per_token > ffn.experts)
    config.throw_bad("num_experts_per_tok", ffn.experts_per_token);
  return ffn;
}

// Layers that see everything; the others see the window.
int full_layers(const Config& config, const std::string& type, int layers) {
  if (const auto listed = config.layers_of_type("full_attention")) return *listed;
  if (const auto pattern = config.number({"sliding_window_pattern"}, of_layers))
    return layers / *pattern;
  if (type.starts_with("gemma2") || type.starts_with("gpt_oss") || is_gpt_neo(type))
    return layers / 2;
  if (type.starts_with("gemma3")) return layers / 6;
  if (is_llama_4(type)) return layers / 4;
  // Qwen 2 writes a window and says that it does not use it.
  if (!config.flag("use_sliding_window", true)) return layers;
  return 0;
}

// Gated DeltaNet (Qwen 3 Next, 3.5): projections of keys, queries, values, gate and two scalars a
// head, a short convolution, the output matrix; the state is a matrix a head and the convolution's
// last inputs.
Attention linear_attention(const Config& config, int hidden) {
  constexpr int usual_dim = 128;  // which a file may leave out
  const std::int64_t key_heads = config.needed({"linear_num_key_heads"}, of_heads),
                     heads = config.needed({"linear_num_value_heads"}, of_heads),
                     key_dim = config.number({"linear_key_head_dim"}, a_width).value_or(usual_dim),
                     value_dim =
                         config.number({"linear_value_head_dim"}, a_width).value_or(usual_dim),
                     kernel = config.number({"linear_conv_kernel_dim"}, of_heads).value_or(4);
  const std::int64_t values = heads * value_dim, mixed = 2 * key_heads * key_dim + values;
  Attention a;
  a.kind = Attention::Kind::recurrent;
  a.recurrent_params = hidden * (mixed + values + 2 * heads) + mixed * kernel + 2 * heads +
                       value_dim + values * hidden;
  a.state_numbers = heads * key_dim * value_dim + mixed * (kernel - 1);
  return a;
}

// Layers with linear attention, of so many.
int linear_layers(const Config& config, const std::string& type, int layers) {
  if (const auto listed = config.layers_of_type("linear_attention")) return *listed;
  constexpr int usual_interval = 4;
  const auto interval = config.number({"full_attention_interval"}, of_layers);
  if (!interval && !type.starts_with("qwen3_next")) return 0;
  return layers - layers / interval.value_or(usual_interval);
}

std::optional<int> window_of(const Config& config, const std::string& type) {
  if (is_gpt_neo(type)) return config.number({"window_size"}, of_tokens.or_none());
  if (!is_llama_4(type)) return config.number({"sliding_window"}, of_tokens.or_none());
  constexpr int usual_chunk = 8192;
  return config.number({"attention_chunk_size"}, of_tokens.or_none()).value_or(usual_chunk);
}

// Of `like.count` of the network's layers their share of each kind of attention.
void add_layers(Network& network, const Config& config, const LayerGroup& like,
                const std::string& type, int layers) {
  const auto share = [&](int of_all) {
    return static_cast<int>((std::int64_t{of_all} * like.count + layers / 2) / layers);
  };
  LayerGroup group = like;
  if (const int linear = share(linear_layers(config, type, layers)); linear > 0) {
    group.count = std::min(linear, like.count);
    group.attention = linear_attention(config, network.hidden);
    network.layers.push_back(group);
    group = like;
    group.attention.has_gate = true;
    group.count = like.count - std::min(linear, like.count);
    if (group.count > 0) network.layers.push_back(group);
    return;
  }
  const auto window = window_of(config, type);
  const int full = window.value_or(0) > 0
                       ? std::min(share(full_layers(config, type, layers)), like.count)
                       : like.count;
  group.count = full;
  if (full > 0) network.layers.push_back(group);
  group.count = like.count - full;
  group.attention.window = window;
  if (group.count > 0) network.layers.push_back(group);
}

void add_all_layers(Network& network, const Config& config, const ModelTraits& traits,
                    const std::string& type) {
  const int layers =
      config.needed({"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, of_layers);
  config.check_listed_layers(layers);
  const Attention attention = attention_of(config, traits, network.hidden);
  FeedForward dense = dense_of(config, traits, network.hidden);
  const std::optional<FeedForward> experts = experts_of(config, dense, type);
  if (is_llama_4(type))
    dense.hidden = config.number({"intermediate_size_mlp"}, a_width).value_or(dense.hidden);
  const int leading = experts
                          ? std::min(config
                                         .number({"first_k_dense_replace", "moe_layer_start_index"},
                                                 of_layers.or_none())
                                         .value_or(0),
                                     layers)
                          : 0;
  const int every = experts ? config
                                  .number({"interleave_moe_layer_step", "decoder_sparse_step",
                                           "moe_layer_interval", "moe_every_n_layers"},
                                          of_layers)
                                  .value_or(1)
                            : 1;
  if (leading > 0) network.layers.push_back({leading, attention, dense, /*is_leading=*/true});
  const int sparse = (layers - leading) / every, plain = layers - leading - sparse;
  if (plain > 0) add_layers(network, config, {plain, attention, dense}, type, layers);
  if (sparse > 0)
    add_layers(network, config, {sparse, attention, experts.value_or(dense)}, type, layers);
}

// Layer by layer: of all together 64 bits might not hold the number.
void check_size(const Network& network, const Config& config) {
  double params =
      2.0 * network.hidden * network.vocab + 1.0 * network.hidden * network.position_embeddings;
  for (const LayerGroup& group : network.layers)
    params += group.count * static_cast<double>(layer_params(network, group).total());
  if (params > most_parameters) config.throw_too_large(params);
}

Network network_of_fields(const Config& config) {
  const std::string type = config.text("model_type");
  const ModelTraits traits = traits_of(config);
  Network network;
  if (!traits.is_known) network.unknown_type = printable(type);
  network.is_assumed = !traits.is_known;
  network.name = type.empty() ? "config.json" : printable(type);
  network.hidden = config.needed({"hidden_size", "n_embd", "dim", "d_model"}, a_width);
  network.vocab = config.needed({"vocab_size", "padded_vocab_size"}, of_words);
  network.has_tied_embeddings = config.flag("tie_word_embeddings", traits.ties_by_default);
  network.is_causal = !traits.is_encoder;
  network.max_sequence = config.number(
      {"max_position_embeddings", "n_positions", "seq_length", "max_seq_len"}, of_tokens);
  if (traits.has_learned_positions) network.position_embeddings = network.max_sequence.value_or(0);
  network.norms_per_layer = traits.norms;
  network.norm_has_bias = traits.has_layer_norm;
  network.has_dropout = traits.has_learned_positions;
  network.prediction_layers =
      config.number({"num_nextn_predict_layers"}, of_layers.or_none()).value_or(0);
  add_all_layers(network, config, traits, type);
  check_size(network, config);
  network.has_mxfp4_experts = network.has_experts() && config.is_quantised_to("mxfp4");
  if (traits.is_encoder && traits.has_pooler)  // and the token types
    network.other_params = static_cast<std::int64_t>(network.hidden) * (network.hidden + 3);
  return network;
}

// MPT and DBRX keep a part of theirs in two objects, whose other fields are those of any config.
Json with_inner_fields(Json json) {
  for (const char* part : {"attn_config", "ffn_config"})
    for (const char* name : {"kv_n_heads", "ffn_hidden_size", "moe_num_experts", "moe_top_k"})
      if (json.contains(part) && json[part].is_object() && json[part].contains(name) &&
          !json.contains(name))
        json[name] = json[part][name];
  return json;
}

}  // namespace

bool is_language_alone(std::string_view text) {
  return language_part(parse_config(text, "config.json")) != nullptr;
}

Network network_from_config(std::string_view text, std::string_view file) {
  const Json json = parse_config(text, file);
  const Json* inner = language_part(json);
  std::string foreign = foreign_part(json);
  if (inner != nullptr && foreign.empty()) foreign = foreign_part(*inner);
  if (!foreign.empty())
    throw Error({"network.config_not_modelled",
                 {{"file", std::string(file)}, {"part", printable(foreign)}}},
                ExitCode::not_supported);
  const Json fields = with_inner_fields(inner != nullptr ? *inner : json);
  const Network network = network_of_fields(Config(fields, file));
  if (network.unknown_type.empty()) return network;
  if (const std::string unread = unread_expert_field(fields); !unread.empty())
    throw Error({"network.config_unknown_experts",
                 {{"file", std::string(file)}, {"type", network.unknown_type}, {"field", unread}}},
                ExitCode::not_supported);
  return network;
}

}  // namespace wgf::advisor
