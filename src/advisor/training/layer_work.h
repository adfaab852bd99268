// SPDX-License-Identifier: MIT
#pragma once
// What one rank does for one layer and one micro-step, forward: shapes and bytes, no times.

#include <array>
#include <span>

#include "advisor/network/network.h"
#include "advisor/training/training_case.h"

namespace wgf::advisor {

// `groups` products of rows x inner by inner x columns.
struct MatrixProduct {
  double rows = 0, columns = 0, inner = 0, groups = 1;
  bool is_of_experts = false;
  double flops() const { return 2 * rows * columns * inner * groups; }
};

struct LayerWork {
  double tokens = 0;               // of one rank
  bool has_plain_experts = false;  // gated without biases: what fused kernels are written for
  double attention_flops = 0;
  double score_bytes = 0;         // of the scores, where attention keeps them
  double hidden_bytes = 0;        // of one tensor of tokens x width, in 16 bits
  double feed_forward_bytes = 0;  // of what the first matrices of the feed-forward give
  double recurrent_bytes = 0;     // of what a state-space layer's first matrix gives
  double expert_width = 0;        // of one expert's first matrix
  double expert_bytes = 0;        // of tokens copied to their experts
  double quantised_numbers = 0;   // inputs of matrices turned into fp8 or fp4
  // Sent and received by one rank, bytes.
  double tensor_bytes = 0;           // of one gather and one scatter across tp
  int tensor_parts = 2;              // that have such a pair: attention, feed-forward
  double expert_exchange_bytes = 0;  // of one dispatch, over the links of a node
  double expert_network_bytes = 0;   // the part of it that leaves the node, each token once a node
  double context_bytes = 0;          // keys and values passed on across cp

  void add(const MatrixProduct& product);
  std::span<const MatrixProduct> matrices() const& {
    return {products_.data(), static_cast<std::size_t>(count_)};
  }
  std::span<const MatrixProduct> matrices() && = delete;  // would look into what is gone

 private:
  std::array<MatrixProduct, 12> products_{};  // no allocation: plans ask for millions of layers
  int count_ = 0;
};

// node_gpus: that share fast links (node.h).
LayerWork layer_work(const Network& network, const LayerGroup& group, const TrainingCase& one,
                     int node_gpus);

}  // namespace wgf::advisor
