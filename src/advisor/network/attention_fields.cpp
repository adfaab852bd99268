// SPDX-License-Identifier: MIT
#include "advisor/network/attention_fields.h"

#include <algorithm>
#include <map>

namespace wgf::advisor {
namespace {

using Config = ConfigFields;

bool is_gpt_neo(const std::string& type) {
  return type == "gpt_neo";
}

Attention attention_of(const Config& config, const ModelTraits& traits, int hidden) {
  Attention a;
  a.heads = config.needed({"num_attention_heads", "n_head", "n_heads", "num_heads"}, of_heads);
  const bool is_multi_query = config.flag("multi_query", false);
  const auto groups = config.number(
      {"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "kv_n_heads"},
      of_heads);
  a.kv_heads = groups.value_or(is_multi_query ? 1 : a.heads);
  // Falcon 7B as transformers saves it again names all heads, and has one.
  if (is_multi_query && config.has("new_decoder_architecture") &&
      !config.flag("new_decoder_architecture", false))
    a.kv_heads = 1;
  const auto head_dim = config.number({"head_dim", "attention_head_dim", "kv_channels"}, a_width);
  const int latent_rank = config.flag("use_mla", true)
                              ? config.number({"kv_lora_rank"}, a_width.or_none()).value_or(0)
                              : 0;
  if (!head_dim && latent_rank == 0 && hidden % a.heads != 0) config.throw_uneven(hidden, a.heads);
  a.key_dim = head_dim.value_or(hidden / a.heads);
  a.value_dim = a.key_dim;
  if (const int own = config.number({"v_head_dim"}, a_width.or_none()).value_or(0); own > 0)
    a.value_dim = own;
  if (latent_rank > 0) {
    a.kind = Attention::Kind::latent;
    a.kv_rank = latent_rank;
    a.query_rank = config.number({"q_lora_rank"}, a_width.or_none()).value_or(0);
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

// Of the letters, repeated, those for layers that see everything.
int layers_of_letters(const std::string& pattern, int layers) {
  int full = 0;
  for (int i = 0; i < layers; ++i)
    full += pattern[static_cast<std::size_t>(i) % pattern.size()] == 'G' ? 1 : 0;
  return full;
}

// Layers that see everything; the others see the window.
int full_layers(const Config& config, const std::string& type, int layers) {
  if (const auto listed = config.layers_of_type("full_attention")) return *listed;
  if (const auto windowed = config.layer_numbers("hybrid_layer_pattern"))
    return static_cast<int>(std::count(windowed->begin(), windowed->end(), 0));
  if (const std::string pattern = config.text("sliding_window_pattern"); !pattern.empty())
    return layers_of_letters(pattern, layers);  // "LLLG", which EXAONE 4 repeats
  if (const auto pattern =
          config.number({"sliding_window_pattern", "_sliding_window_pattern"}, of_layers))
    return layers / *pattern;
  if (type == "gemma2" || type == "gpt_oss" || is_gpt_neo(type)) return layers / 2;
  if (type.starts_with("gemma")) return layers / 6;
  if (type == "cohere2") return layers / 4;
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
  if (!interval && type != "qwen3_next") return 0;
  return layers - layers / interval.value_or(usual_interval);
}

std::optional<int> window_of(const Config& config, const std::string& type) {
  if (is_gpt_neo(type)) return config.number({"window_size"}, of_tokens.or_none());
  if (!is_llama_4(type))
    return config.number({"sliding_window", "sliding_window_size"}, of_tokens.or_none());
  constexpr int usual_chunk = 8192;
  return config.number({"attention_chunk_size"}, of_tokens.or_none()).value_or(usual_chunk);
}

// MiMo's layers of windows have heads of their own, Gemma 4's others.
struct WindowPair {
  Attention full, windowed;
};

WindowPair with_own_heads(const Config& config, const Attention& attention) {
  WindowPair pair{attention, attention};
  Attention& swa = pair.windowed;
  swa.heads = config.number({"swa_num_attention_heads"}, of_heads).value_or(swa.heads);
  swa.kv_heads = config.number({"swa_num_key_value_heads"}, of_heads).value_or(swa.kv_heads);
  if (const auto dim = config.number({"swa_head_dim"}, a_width)) swa.key_dim = swa.value_dim = *dim;
  swa.value_dim = config.number({"swa_v_head_dim"}, a_width).value_or(swa.value_dim);
  Attention& full = pair.full;
  if (const auto dim = config.number({"global_head_dim"}, a_width))
    full.key_dim = full.value_dim = *dim;
  full.kv_heads = config.number({"num_global_key_value_heads"}, of_heads).value_or(full.kv_heads);
  for (const Attention& a : {full, swa})
    if (a.heads % a.kv_heads != 0) config.throw_bad("num_key_value_heads", a.kv_heads);
  return pair;
}

// DeepSeek V4: keys that are values too, one for all heads; the output matrix in two; beyond the
// window so many tokens share one entry of the cache, which a compressor writes, and where few do
// an indexer finds.
std::vector<AttentionLayers> compressed_layers(const Config& config, const Attention& like,
                                               int hidden, int layers) {
  const auto ratios = config.layer_numbers("compress_ratios");
  Attention a = like;
  a.kind = Attention::Kind::latent;
  a.rope_dim = config.needed({"qk_rope_head_dim"}, a_width);
  a.kv_rank = a.key_dim - a.rope_dim;
  a.query_rank = config.number({"q_lora_rank"}, a_width.or_none()).value_or(0);
  a.output_rank = config.needed({"o_lora_rank"}, a_width);
  a.output_groups = config.needed({"o_groups"}, of_heads);
  a.window = config.needed({"sliding_window", "sliding_window_size"}, of_tokens);
  if (a.kv_rank < 1) config.throw_bad("qk_rope_head_dim", a.rope_dim);
  if (static_cast<int>(ratios->size()) < layers) config.check_list("compress_ratios", layers);
  std::map<int, int> counts;
  for (int i = 0; i < layers; ++i) ++counts[(*ratios)[static_cast<std::size_t>(i)]];
  constexpr int indexed_ratio = 4;
  std::vector<AttentionLayers> kinds;
  for (const auto& [ratio, count] : counts) {
    AttentionLayers kind{count, a};
    Attention& one = kind.attention;
    one.compression = ratio;
    const std::int64_t wide = hidden, times = ratio == indexed_ratio ? 2 : 1;
    if (ratio > 0) one.index_params = 2 * wide * times * a.key_dim + times * ratio * a.key_dim;
    if (ratio == indexed_ratio) {
      const std::int64_t heads = config.number({"index_n_heads"}, of_heads).value_or(0);
      one.index_dim = config.number({"index_head_dim"}, a_width).value_or(0);
      one.index_params +=
          heads * (std::int64_t{a.query_rank} * one.index_dim + wide) + 4 * wide * one.index_dim;
    }
    kinds.push_back(kind);
  }
  return kinds;
}

}  // namespace

bool is_llama_4(const std::string& type) {
  return type == "llama4" || type == "llama4_text";
}

std::vector<AttentionLayers> attention_layers(const Config& config, const ModelTraits& traits,
                                              int hidden, int layers) {
  const std::string type = config.text("model_type");
  const Attention attention = attention_of(config, traits, hidden);
  if (config.layer_numbers("compress_ratios") && config.has("o_lora_rank"))
    return compressed_layers(config, attention, hidden, layers);
  if (const int linear = linear_layers(config, type, layers); linear > 0) {
    Attention gated = attention;
    gated.has_gate = true;
    return {{linear, linear_attention(config, hidden)}, {layers - linear, gated}};
  }
  const auto window = window_of(config, type);
  if (window.value_or(0) == 0) return {{layers, attention}};
  const int full = std::min(full_layers(config, type, layers), layers);
  WindowPair pair = with_own_heads(config, attention);
  pair.windowed.window = window;
  return {{full, pair.full}, {layers - full, pair.windowed}};
}

}  // namespace wgf::advisor
