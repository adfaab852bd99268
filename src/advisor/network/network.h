// SPDX-License-Identifier: MIT
#pragma once
// A network as layers of operators with exact shapes: what memory, time and parallel plans are
// computed from. One description for dense, grouped-query, mixture-of-experts, latent-attention,
// sliding-window and hybrid decoders, and for encoders (bidirectional, no key-value cache).
// Vision transformers are encoders of patches; networks without such layers (CNNs) have totals only
// and are not described here.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wgf::advisor {

// What mixes tokens in one layer.
struct Attention {
  enum class Kind {
    grouped,    // multi-head, grouped-query, multi-query
    latent,     // MLA: keys and values compressed to kv_rank + rope_dim numbers a token
    recurrent,  // Mamba, linear attention: a state of fixed size instead of a cache
    none,       // a layer of feed-forward alone
  };
  Kind kind = Kind::grouped;
  int heads = 0, kv_heads = 0;
  int key_dim = 0, value_dim = 0;  // of one head; latent: key_dim = qk_nope + rope_dim
  std::optional<int> window;       // tokens a query sees; empty: all before it
  int query_rank = 0;              // latent: 0 means queries are not compressed
  int kv_rank = 0, rope_dim = 0;   // latent
  // Latent: the output matrix is one to so many numbers a group of heads and one from them; keys
  // are values and are not expanded. 0: one matrix.
  int output_rank = 0, output_groups = 0;
  // Latent: of the tokens beyond the window so many share one entry of the cache, beside an index
  // of so many numbers. 0: they leave none.
  int compression = 0, index_dim = 0;
  std::int64_t index_params = 0;   // of what writes and finds those entries
  std::int64_t state_numbers = 0;  // recurrent: numbers of state a sequence
  std::int64_t recurrent_params = 0;
  bool has_qkv_bias = false, has_output_bias = false;
  bool has_gate = false;  // grouped: a second query matrix gates the output
};

// What mixes channels in one layer.
struct FeedForward {
  bool gated = true;  // three matrices (SwiGLU, GeGLU), else two
  int hidden = 0;     // width of the dense layer, or of one expert; 0: none
  int experts = 0;    // 0: dense
  int experts_per_token = 0;
  int shared_hidden = 0;  // width of all shared experts together
  bool has_bias = false;
};

struct LayerGroup {  // equal layers
  int count = 0;
  Attention attention;
  FeedForward feed_forward;
  bool is_leading = false;           // the first layers of the network; the others are interleaved
  bool has_cross_attention = false;  // a decoder's second attention, over the encoder's output
};

// Of a quantised checkpoint the parts of its layers' matrices that are left in 16 bits, 0 to 1.
struct WideShares {
  double attention = 0, dense = 0, experts = 0;
  bool is_all() const { return attention > 0.999 && dense > 0.999 && experts > 0.999; }
};

// A typical shape in place of the real one: times of two networks of one size differ by so much in
// the logarithm, nine in ten by less.
inline constexpr double assumed_shape_spread = 0.15;

struct Network {
  std::string name;
  int hidden = 0, vocab = 0;
  bool has_tied_embeddings = false;
  bool is_causal = true;    // false: an encoder
  bool is_assumed = false;  // a typical shape of a size, not a published one
  // "model_type" of a config.json that is none of those known: its layers are taken as Llama's, and
  // is_assumed is set.
  std::string unknown_type;
  // Of a config.json the fields that by their names change shapes and that nothing here reads; then
  // too is_assumed is set.
  std::vector<std::string> unread_fields;
  std::vector<LayerGroup> layers;
  int position_embeddings = 0;    // learned positions (GPT-2, BERT); 0: rotary or none
  std::int64_t other_params = 0;  // outside layers, tables and head: pooler, patches, classes
  int prediction_layers = 0;      // multi-token prediction: further layers a checkpoint stores
  bool has_dropout = false;       // trained with dropout: its masks are kept
  bool has_joint_qkv = false;     // one matrix for queries, keys and values
  int norms_per_layer = 2;
  bool norm_has_bias = false;
  // The checkpoint holds the experts in MXFP4, and is served so whatever is asked for: all else is
  // in 16 bits. Trained, they are unpacked.
  bool has_mxfp4_experts = false;
  // "fp8": the checkpoint's matrices; "int4": its experts, in groups of 32. So it is served where
  // no format is asked for. Empty: 16 bits.
  std::string_view published_in;
  WideShares wide;  // where it is served in that format
  // A query reads a part of the cache, chosen by an indexer: not described, the whole is read.
  bool has_sparse_attention = false;
  std::optional<int> max_sequence;
  // The published counts, where a record has them; count_parameters() is the arithmetic.
  std::optional<std::int64_t> published_params, published_active_params;

  int layer_count() const;
  bool has_experts() const;
  bool has_cross_attention() const;  // of a decoder that reads an encoder's output
};

// Numbers of one layer's parts. Active: those one token passes (k of the experts).
struct LayerParams {
  std::int64_t attention = 0, router = 0, dense = 0, shared = 0;
  std::int64_t experts = 0;         // of all experts
  std::int64_t active_experts = 0;  // of those one token uses
  std::int64_t norms = 0;
  std::int64_t total() const { return attention + router + dense + shared + experts + norms; }
  std::int64_t active() const {
    return attention + router + dense + shared + active_experts + norms;
  }
};
LayerParams layer_params(const Network& network, const LayerGroup& group);

struct NetworkParams {
  std::int64_t layers = 0, active_layers = 0;
  std::int64_t embedding = 0;  // input table and learned positions
  std::int64_t head = 0;       // output matrix; 0 where it is the input table
  std::int64_t final_norm = 0;
  std::int64_t other = 0;
  std::int64_t experts = 0;  // of layers: the routed experts
  std::int64_t total() const { return layers + embedding + head + final_norm + other; }
  // With the output matrix, whether tied or not; without the input table, which is only looked up.
  std::int64_t active = 0;
};
NetworkParams count_parameters(const Network& network);

// Numbers a token leaves in the cache of one layer: 2 x kv_heads x head_dim, MLA kv_rank +
// rope_dim, recurrent 0 (its state does not grow).
std::int64_t cache_numbers_per_token(const Attention& attention);

// Forward FLOPs (2 per multiply-add) of `tokens` new tokens of one sequence that follow `past`
// others, the whole network. The matrices: 2 x active parameters x tokens. The attention core: 2 x
// heads x (key_dim + value_dim) for every pair of query and key it sees, which is half of them
// where it is causal, and at most its window.
struct ForwardFlops {
  double matrices = 0, attention = 0, head = 0;
  double total() const { return matrices + attention + head; }
};
ForwardFlops forward_flops(const Network& network, double tokens, double past = 0);

// The least that anybody computes, for bounds: of sparse attention, whose choice of tokens is not
// described, nothing.
ForwardFlops least_forward_flops(const Network& network, double tokens, double past = 0);

// Numbers a sequence of so many tokens leaves in the cache of one layer, read by one GPU in full.
double cache_numbers(const Attention& attention, double tokens);

// Pairs of query and key the attention core computes.
double attended_pairs(double tokens, double past, std::optional<int> window, bool is_causal);

}  // namespace wgf::advisor
