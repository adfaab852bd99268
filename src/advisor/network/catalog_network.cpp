// SPDX-License-Identifier: MIT
#include "advisor/network/catalog_network.h"

namespace wgf::advisor {
namespace {

using catalog::Model;
using catalog::ModelKind;

bool has_layers(const Model& model) {
  const bool is_sequence = model.kind != ModelKind::cnn && model.kind != ModelKind::diffusion &&
                           model.kind != ModelKind::generative &&
                           model.kind != ModelKind::recurrent;
  return is_sequence && model.layers && model.hidden && model.heads && model.head_dim &&
         (model.ffn_hidden || model.mixture);
}

Attention attention_of(const Model& model) {
  Attention attention;
  attention.heads = *model.heads;
  attention.kv_heads = model.kv_heads.value_or(*model.heads);
  attention.key_dim = attention.value_dim = *model.head_dim;
  if (model.kv_lora_rank) {
    attention.kind = Attention::Kind::latent;
    attention.kv_rank = *model.kv_lora_rank;
    attention.rope_dim = model.qk_rope_head_dim.value_or(0);
    attention.query_rank = model.q_lora_rank.value_or(0);
    attention.value_dim = model.v_head_dim.value_or(*model.head_dim);
    if (model.qk_nope_head_dim) attention.key_dim = *model.qk_nope_head_dim + attention.rope_dim;
  }
  attention.has_gate = model.attention.starts_with("gated");
  const bool is_all = model.biases == "all" || model.biases == "attention";
  attention.has_qkv_bias = is_all || model.biases == "qkv";
  attention.has_output_bias = is_all;
  return attention;
}

FeedForward dense_of(const Model& model) {
  FeedForward dense;
  dense.gated = model.mlp_gated.value_or(true);
  dense.hidden = model.ffn_hidden.value_or(0);
  dense.has_bias = model.biases == "all" || model.biases == "mlp";
  return dense;
}

FeedForward experts_of(const Model& model) {
  FeedForward ffn = dense_of(model);
  if (!model.mixture) return ffn;
  ffn.hidden = model.mixture->ffn_hidden;
  ffn.experts = model.mixture->experts;
  ffn.experts_per_token = model.mixture->experts_per_token;
  ffn.shared_hidden = model.mixture->shared_ffn_hidden.value_or(
      model.mixture->shared_experts.value_or(0) * model.mixture->ffn_hidden);
  return ffn;
}

// `count` layers, of which every `full_every`th sees all tokens and the others a window.
void add_windowed(Network& network, const Model& model, LayerGroup group) {
  if (!model.window) return network.layers.push_back(group);
  const int every = model.window->full_every;
  const int full = every > 0 ? group.count / every : 0;
  LayerGroup windowed = group;
  windowed.count = group.count - full;
  windowed.attention.window = model.window->tokens;
  network.layers.push_back(windowed);
  group.count = full;
  if (full > 0) network.layers.push_back(group);
}

void add_hybrid_layers(Network& network, const Model& model) {
  const catalog::HybridLayers& hybrid = *model.hybrid;
  const bool is_split = hybrid.feed_forward > 0;
  LayerGroup attention{hybrid.attention, attention_of(model),
                       is_split ? FeedForward{} : experts_of(model)};
  LayerGroup recurrent = attention;
  recurrent.count = hybrid.recurrent;
  recurrent.attention = Attention{.kind = Attention::Kind::recurrent,
                                  .state_numbers = hybrid.state_numbers,
                                  .recurrent_params = hybrid.recurrent_params};
  network.layers = {recurrent};
  if (hybrid.attention > 0) network.layers.push_back(attention);
  if (is_split)
    network.layers.push_back(
        {hybrid.feed_forward, Attention{.kind = Attention::Kind::none}, experts_of(model)});
}

void add_decoder_layers(Network& network, const Model& model) {
  const int leading = model.mixture ? model.mixture->first_dense_layers.value_or(0) : 0;
  const int every = model.mixture ? model.mixture->every.value_or(1) : 1;
  const int rest = *model.layers - leading, sparse = rest / every;
  const Attention attention = attention_of(model);
  if (leading > 0)
    network.layers.push_back({leading, attention, dense_of(model), /*is_leading=*/true});
  if (rest > sparse) add_windowed(network, model, {rest - sparse, attention, dense_of(model)});
  add_windowed(network, model, {sparse, attention, experts_of(model)});
}

void add_layers(Network& network, const Model& model) {
  if (model.hybrid) return add_hybrid_layers(network, model);
  add_decoder_layers(network, model);
  if (model.kind != ModelKind::encoder_decoder) return;
  LayerGroup decoder = network.layers.back();
  decoder.has_cross_attention = true;
  network.layers.push_back(decoder);
}

}  // namespace

std::optional<Network> network_of(const Model& model) {
  if (!has_layers(model)) return std::nullopt;
  Network network;
  network.name = model.id;
  network.hidden = *model.hidden;
  network.vocab = model.vocab.value_or(0);
  network.has_tied_embeddings = model.tie_embeddings.value_or(false);
  network.is_causal = model.kind == ModelKind::dense_lm || model.kind == ModelKind::moe_lm;
  if (model.pos_embedding == "learned")
    network.position_embeddings = model.positions.value_or(model.max_seq.value_or(0));
  network.norms_per_layer = model.norms_per_layer.value_or(2);
  network.norm_has_bias = model.norm == "layernorm";
  // Those with learned positions are of the years in which networks were trained with dropout.
  network.has_dropout = model.pos_embedding == "learned" && model.kind != ModelKind::vit;
  // As published for GPT-2, BLOOM, Falcon, GPT-NeoX and the vision transformers.
  network.has_joint_qkv = network.norm_has_bias && model.kind != ModelKind::encoder;
  network.other_params = model.params_other.value_or(0);
  network.prediction_layers = model.mtp_layers.value_or(0);
  network.max_sequence = model.kind == ModelKind::vit ? model.positions : model.max_seq;
  network.has_mxfp4_experts = model.has_mxfp4_experts;
  network.published_in = model.published_in;
  network.has_sparse_attention = model.has_sparse_attention;
  network.published_params = model.params_total;
  network.published_active_params = model.params_active;
  add_layers(network, model);
  return network;
}

std::optional<Network> network_of(const catalog::ModelChoice& choice) {
  std::optional<Network> network = network_of(*choice.model);
  if (network && choice.max_sequence) network->max_sequence = choice.max_sequence;
  return network;
}

}  // namespace wgf::advisor
