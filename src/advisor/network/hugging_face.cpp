// SPDX-License-Identifier: MIT
#include "advisor/network/hugging_face.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "advisor/network/attention_fields.h"
#include "advisor/network/config_defaults.h"
#include "advisor/network/config_fields.h"
#include "advisor/network/config_json.h"
#include "advisor/network/foreign_config.h"
#include "advisor/network/model_traits.h"
#include "advisor/network/unquantised.h"
#include "advisor/network/unread_fields.h"
#include "base/error.h"
#include "base/printable.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;
using Config = ConfigFields;

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

// Beside its experts every layer has a dense part.
bool is_gemma_4(const std::string& type) {
  return type == "gemma4" || type == "gemma4_text";
}

std::optional<FeedForward> experts_of(const Config& config, const FeedForward& dense,
                                      const std::string& type) {
  if (!config.flag("enable_moe_block", true)) return std::nullopt;
  const auto experts =
      config.number({"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts"},
                    of_experts.or_none());
  if (!experts || *experts == 0) return std::nullopt;
  FeedForward ffn = dense;
  ffn.experts = *experts;
  ffn.experts_per_token =
      config.needed({"num_experts_per_tok", "experts_per_token", "num_experts_per_token", "moe_k",
                     "moe_top_k", "moe_topk", "top_k_experts"},
                    of_experts);
  ffn.hidden = config.number({"moe_intermediate_size"}, a_width).value_or(dense.hidden);
  const std::int64_t shared = config
                                  .number({"n_shared_experts", "num_shared_experts",
                                           "num_shared_expert", "moe_num_shared_experts"},
                                          of_experts.or_none())
                                  .value_or(0);
  if (shared * ffn.hidden > std::numeric_limits<int>::max())
    config.throw_bad("n_shared_experts", shared);
  ffn.shared_hidden =
      config
          .number({"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                   "shared_intermediate_size"},
                  a_width.or_none())
          .value_or(is_llama_4(type)   ? ffn.hidden
                    : is_gemma_4(type) ? dense.hidden
                                       : static_cast<int>(shared * ffn.hidden));
  if (ffn.experts_per_token > ffn.experts)
    config.throw_bad("num_experts_per_tok", ffn.experts_per_token);
  return ffn;
}

// Of `like.count` of the network's layers their share of each kind of attention.
void add_layers(Network& network, const std::vector<AttentionLayers>& kinds, const LayerGroup& like,
                int layers) {
  int left = like.count;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto share =
        static_cast<int>((std::int64_t{kinds[i].layers} * like.count + layers / 2) / layers);
    LayerGroup group = like;
    group.attention = kinds[i].attention;
    group.count = i + 1 < kinds.size() ? std::min(share, left) : left;
    left -= group.count;
    if (group.count > 0) network.layers.push_back(group);
  }
}

// How many layers have experts, and how many dense ones come before all of them.
struct SparseLayers {
  int sparse = 0, leading = 0;
};

SparseLayers listed_sparse(const std::vector<int>& freq, int layers) {
  const auto begin = freq.begin(), end = begin + std::min<std::ptrdiff_t>(layers, std::ssize(freq));
  const auto first = std::find_if(begin, end, [](int has) { return has != 0; });
  const auto count = [](auto from, auto to) {
    return static_cast<int>(std::count_if(from, to, [](int has) { return has != 0; }));
  };
  return {count(begin, end), static_cast<int>(first - begin)};
}

SparseLayers sparse_layers(const Config& config, int layers) {
  if (const auto freq = config.layer_numbers("moe_layer_freq")) return listed_sparse(*freq, layers);
  if (const auto listed = config.listed("mlp_layer_types", "sparse"))
    return listed_sparse(*listed, layers);
  if (const auto which = config.layer_numbers("moe_layers"))  // Llama 4
    return {std::min(static_cast<int>(which->size()), layers), 0};
  const int leading = std::min(
      config.number({"first_k_dense_replace", "moe_layer_start_index"}, of_layers.or_none())
          .value_or(0),
      layers);
  const int every = config
                        .number({"interleave_moe_layer_step", "decoder_sparse_step",
                                 "moe_layer_interval", "moe_every_n_layers"},
                                of_layers)
                        .value_or(1);
  const auto dense_alone = config.layer_numbers("mlp_only_layers");
  const int dense = dense_alone ? static_cast<int>(dense_alone->size()) : 0;
  return {std::max((layers - leading) / every - dense, 0), leading};
}

void add_all_layers(Network& network, const Config& config, const ModelTraits& traits,
                    const std::string& type) {
  const int layers =
      config.needed({"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, of_layers);
  config.check_listed_layers(layers);
  const std::vector<AttentionLayers> kinds =
      attention_layers(config, traits, network.hidden, layers);
  FeedForward dense = dense_of(config, traits, network.hidden);
  const std::optional<FeedForward> experts = experts_of(config, dense, type);
  if (is_llama_4(type))
    dense.hidden = config.number({"intermediate_size_mlp"}, a_width).value_or(dense.hidden);
  const SparseLayers of_experts = experts ? sparse_layers(config, layers) : SparseLayers{};
  const int leading = of_experts.leading, sparse = of_experts.sparse;
  if (leading > 0)
    network.layers.push_back({leading, kinds.front().attention, dense, /*is_leading=*/true});
  // The leading ones see everything, where any does.
  std::vector<AttentionLayers> others = kinds;
  others.front().layers = std::max(kinds.front().layers - leading, 0);
  const int rest = layers - leading, plain = rest - sparse;
  if (plain > 0) add_layers(network, others, {plain, {}, dense}, rest);
  if (sparse > 0) add_layers(network, others, {sparse, {}, *experts}, rest);
}

// Layer by layer: of all together 64 bits might not hold the number.
void check_size(const Network& network, const Config& config) {
  double params = 2.0 * network.hidden * network.vocab +
                  1.0 * network.hidden * network.position_embeddings +
                  static_cast<double>(network.other_params);
  for (const LayerGroup& group : network.layers)
    params += group.count * static_cast<double>(layer_params(network, group).total());
  if (params > most_parameters) config.throw_too_large(params);
}

// Gemma 3n and 4 add a vector of its own to every layer: a table for each, and two matrices.
std::int64_t layer_inputs(const Config& config, const Network& network) {
  const std::int64_t width =
      config.number({"hidden_size_per_layer_input"}, a_width.or_none()).value_or(0);
  const std::int64_t words =
      config.number({"vocab_size_per_layer_input"}, of_words).value_or(network.vocab);
  return width * network.layer_count() * (words + 3 * std::int64_t{network.hidden});
}

Network network_of_fields(const Config& config) {
  const std::string type = config.text("model_type");
  const ModelTraits traits = traits_of(config);
  Network network;
  if (!traits.is_known) network.unknown_type = printable(type);
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
  network.other_params = layer_inputs(config, network);
  check_size(network, config);
  network.has_mxfp4_experts = network.has_experts() && config.has_fp4_experts();
  if (network.has_mxfp4_experts && config.is_quantised_to("fp8")) network.published_in = "fp8";
  network.has_sparse_attention = config.has("index_topk");
  if (traits.is_encoder && traits.has_pooler)  // and the token types
    network.other_params += static_cast<std::int64_t>(network.hidden) * (network.hidden + 3);
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
  Json fields = with_inner_fields(inner != nullptr ? *inner : json);
  if (inner != nullptr) add_class_defaults(fields, Config(fields, file).text("model_type"));
  Network network = network_of_fields(Config(fields, file));
  for (const std::string& name : unread_fields(fields))
    network.unread_fields.push_back(printable(name));
  if (const Json* quantised = quantised_part(json)) {
    const UnquantisedParts parts = unquantised_parts(*quantised, network);
    network.wide = parts.shares;
    if (!parts.is_read) network.unread_fields.emplace_back("quantization_config");
  }
  network.is_assumed = !network.unknown_type.empty() || !network.unread_fields.empty();
  if (network.unknown_type.empty()) return network;
  if (const std::string unread = unread_expert_field(fields); !unread.empty())
    throw Error({"network.config_unknown_experts",
                 {{"file", std::string(file)},
                  {"type", network.unknown_type},
                  {"field", printable(unread)}}},
                ExitCode::not_supported);
  return network;
}

}  // namespace wgf::advisor
