// SPDX-License-Identifier: MIT
#pragma once
// What a decoder of language is made of: everything its arithmetic depends on, nothing of its
// weights. A text of the form config.json of Hugging Face describes one (decoder_config.h).

#include <cstdint>
#include <string>
#include <vector>

namespace wgf::engine {

// Rotary positions: how fast each pair of a head's numbers turns from token to token.
struct Rotary {
  enum class Scaling { none, linear, llama3, yarn, longrope };

  double theta = 10000;
  std::int64_t width = 0;  // numbers of a head that turn; the rest stays
  Scaling scaling = Scaling::none;
  double factor = 1;
  double low_frequency_factor = 1, high_frequency_factor = 4;  // llama3
  double beta_fast = 32, beta_slow = 1;                        // yarn
  bool truncates = true;                // yarn: borders of the ramp are whole pairs
  double attention_factor = 1;          // sines and cosines are multiplied by
  std::int64_t original_positions = 0;  // the model was trained at
  // longrope: a divisor a pair, for texts up to original_positions and for longer ones
  std::vector<double> short_factors, long_factors;
};

enum class Activation { silu, gelu_tanh, clamped_silu };  // the last of gpt-oss

struct ExpertShape {
  std::int64_t count = 0, per_token = 0, width = 0;
  bool renormalises = true;     // weights of the chosen ones sum to one
  bool has_biases = false;      // of the router and of each expert
  bool is_interleaved = false;  // rows of gate and up alternate in one matrix
  // Of training alone:
  std::int64_t shared_width = 0;  // of those that every token takes, as one
  double balance = 0.01;          // what the loss for even loads counts in the whole
};

// Of one that ranks share (tensor_parallel.h): heads and widths are those of one of them, the
// vocabulary is all.
struct DecoderShape {
  std::int64_t ranks = 1;
  std::string family;  // model_type of config.json: "llama"
  std::int64_t layers = 0, hidden = 0, heads = 0, kv_heads = 0, head_size = 0;
  std::int64_t feed_forward = 0;  // width of a dense layer; 0: all are of experts
  std::int64_t vocabulary = 0, most_positions = 0;
  double norm_epsilon = 1e-6;
  bool is_tied = false;  // the head is the table of tokens again
  bool has_qkv_bias = false, has_output_bias = false, has_mlp_bias = false;
  bool has_head_norms = false;      // of queries and keys
  bool has_sandwich_norms = false;  // of what attention and feed-forward give, too
  bool has_shifted_norms = false;   // gains are stored less one
  bool has_sinks = false;           // a score a head that no key has
  bool has_layer_norms = false;     // that take the mean away and add biases, as GPT-2's
  bool has_positions = false;       // a table of positions that is learned, instead of rotary ones
  bool is_gated = true;             // of feed-forward
  double attention_scale = 0;       // of query times key
  double embedding_scale = 1;
  Activation activation = Activation::silu;
  Rotary rotary, window_rotary;                  // of layers that see all; of those with a window
  std::int64_t window = 0;                       // tokens a windowed layer sees, itself among them
  std::vector<bool> is_windowed, is_of_experts;  // a layer each
  ExpertShape experts;

  // The last rank has fewer where the vocabulary does not divide.
  std::int64_t head_rows() const { return (vocabulary + ranks - 1) / ranks; }
  std::int64_t query_width() const { return heads * head_size; }
  std::int64_t kv_width() const { return kv_heads * head_size; }
  std::int64_t query_group() const { return heads / kv_heads; }
};

}  // namespace wgf::engine
