// SPDX-License-Identifier: MIT
#pragma once
// One network: its shape and size as published, and the engine's name for it where the product runs
// it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace wgf::catalog {

enum class ModelKind {
  dense_lm,
  moe_lm,
  encoder,
  encoder_decoder,
  vit,
  cnn,
  diffusion,
  generative,  // image generators and autoencoders that are not diffusion models
  recurrent,
};
std::string_view to_text(ModelKind kind);  // "dense-lm", …
std::optional<ModelKind> parse_model_kind(std::string_view text);

struct Mixture {  // of experts
  int experts = 0;
  int experts_per_token = 0;
  int ffn_hidden = 0;
  std::optional<int> shared_experts, first_dense_layers;
  std::optional<int> shared_ffn_hidden;  // of all shared experts, where it is not theirs x ffn
  std::optional<int> every;              // 2: every second layer is of experts
};

struct SlidingWindow {
  int tokens = 0;      // a query sees
  int full_every = 0;  // 6: every sixth layer sees everything; 0: none does
};

// Layers of different kinds in one decoder.
struct HybridLayers {
  int attention = 0, recurrent = 0;   // layers with a cache that grows; with a state of fixed size
  int feed_forward = 0;               // of feed-forward alone; 0: every layer has its own
  std::int64_t recurrent_params = 0;  // of one recurrent layer, without its feed-forward
  std::int64_t state_numbers = 0;     // of one recurrent layer and sequence
};

struct Model {
  std::string id;      // "llama-3.1-70b"
  std::string family;  // "Llama 3.1"
  ModelKind kind = ModelKind::cnn;
  std::vector<std::string> aliases;
  std::vector<std::string> twins;    // other models with the same layers, which this record answers
  std::optional<int> twins_max_seq;  // of all twins, where it is not max_seq
  std::vector<std::string> groups;   // other --type values it answers to: "generative" for unet

  std::optional<std::int64_t> params_total, params_active;
  std::optional<std::int64_t> params_other;  // outside layers, tables and head: pooler, classes
  std::optional<int> layers, hidden, ffn_hidden, heads, kv_heads, head_dim, vocab, max_seq;
  std::optional<int> positions;  // rows of a learned position table, where not max_seq
  std::optional<bool> tie_embeddings, mlp_gated;
  std::string norm, pos_embedding, attention;
  std::optional<Mixture> mixture;
  // multi-head latent attention; no q_lora_rank: queries are not compressed
  std::optional<int> kv_lora_rank, qk_rope_head_dim, q_lora_rank, qk_nope_head_dim, v_head_dim;
  std::optional<SlidingWindow> window;
  std::optional<HybridLayers> hybrid;
  std::optional<int> mtp_layers;             // multi-token prediction, beyond `layers`
  std::optional<int> norms_per_layer;        // where not 2
  bool has_mxfp4_experts = false;            // as published; all else in 16 bits
  std::string_view published_in;             // "fp8", "int4": the checkpoint; empty: 16 bits
  bool has_sparse_attention = false;         // a query reads a part of the cache, which is kept
  std::string biases;                        // "none" (as empty), "qkv", "attention", "mlp", "all"
  std::optional<double> gflops_forward_224;  // 2 x multiply-adds, one 224 x 224 image

  std::string runnable;  // name in the engine; empty: known, not run
  std::optional<Bytes>
      activation_bytes_per_sample;  // fp32 training at the default input, for the memory forecast
  std::string source, notes;
};

// What `list-models --type` and the like accept: the kinds and the groups cnn, transformer,
// generative, llm.
std::span<const std::string_view> model_types();
bool is_of_type(const Model& model, std::string_view type);

}  // namespace wgf::catalog
