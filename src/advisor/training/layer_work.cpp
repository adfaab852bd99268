// SPDX-License-Identifier: MIT
#include "advisor/training/layer_work.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "advisor/network/splits.h"

namespace wgf::advisor {
namespace {

constexpr double half_precision_bytes = 2;

// The rank's shares and the layer they are of.
class Builder {
 public:
  Builder(const Network& network, const LayerGroup& group, const TrainingCase& one, int node_gpus)
      : h_(network.hidden),
        group_(group),
        one_(one),
        layout_(one.work.layout),
        node_gpus_(node_gpus),
        tp_(layout_.tp),
        sequence_shares_(one.work.has_sequence_parallel ? layout_.tp : 1) {
    work_.tokens = one.work.batch * one.work.sequence / layout_.cp;
  }

  LayerWork build(bool is_causal) {
    switch (group_.attention.kind) {
      case Attention::Kind::grouped:
        grouped_matrices();
        break;
      case Attention::Kind::latent:
        latent_matrices();
        break;
      case Attention::Kind::recurrent:
        dense(work_.tokens, static_cast<double>(group_.attention.recurrent_params) / h_ / tp_, h_);
        break;
      case Attention::Kind::none:
        break;
    }
    attention_core(is_causal);
    if (group_.feed_forward.experts > 0) {
      expert_matrices();
    } else if (group_.feed_forward.hidden > 0) {
      feed_forward(group_.feed_forward.hidden);
    }
    between();
    communication();
    return work_;
  }

 private:
  void dense(double rows, double columns, double inner) {
    work_.add({rows, columns, inner, 1, false});
  }

  void feed_forward(double width) {
    dense(work_.tokens, (group_.feed_forward.gated ? 2 : 1) * width / tp_, h_);
    dense(work_.tokens, h_, width / tp_);
  }

  void grouped_matrices() {
    const Attention& a = group_.attention;
    const double queries = a.heads * (a.has_gate ? 2 : 1);
    const double key_values = std::max(a.kv_heads / tp_, 1.0);  // a rank has one whole at least
    dense(work_.tokens, queries * a.key_dim / tp_ + key_values * (a.key_dim + a.value_dim), h_);
    dense(work_.tokens, h_, a.heads * a.value_dim / tp_);
  }

  // The compressing matrices are not cut by tp; with sequence parallelism their tokens are.
  void latent_matrices() {
    const Attention& a = group_.attention;
    const double n = work_.tokens, shared = n / sequence_shares_;
    const double nope = a.key_dim - a.rope_dim;
    if (a.query_rank > 0) dense(shared, a.query_rank, h_);
    dense(n, a.heads * a.key_dim / tp_, a.query_rank > 0 ? a.query_rank : h_);
    dense(shared, a.kv_rank + a.rope_dim, h_);
    dense(n, a.heads * (nope + a.value_dim) / tp_, a.kv_rank);
    dense(n, h_, a.heads * a.value_dim / tp_);
  }

  // Where tensor parallelism cuts each expert, every rank multiplies the tokens of all.
  void expert_matrices() {
    const FeedForward& f = group_.feed_forward;
    const double parts = expert_parts(layout_.tp, layout_.ep);
    const double width = f.hidden / parts;
    work_.expert_width = width;
    const double local = std::max(1.0, 1.0 * f.experts / layout_.ep);
    const double rows = work_.tokens * f.experts_per_token / tp_ * parts / local;
    work_.add({rows, (f.gated ? 2.0 : 1.0) * width, h_, local, true});
    work_.add({rows, h_, width, local, true});
    if (f.shared_hidden > 0) feed_forward(f.shared_hidden);
  }

  void attention_core(bool is_causal) {
    const Attention& a = group_.attention;
    if (a.kind != Attention::Kind::grouped && a.kind != Attention::Kind::latent) return;
    const double s = one_.work.sequence;
    const double pairs_a_token = attended_pairs(s, 0, a.window, is_causal) / s;
    work_.attention_flops =
        2 * work_.tokens * pairs_a_token * a.heads / tp_ * (a.key_dim + a.value_dim);
    if (!one_.work.has_flash_attention)
      work_.score_bytes = work_.tokens * a.heads / tp_ * s * half_precision_bytes;
  }

  double feed_forward_width() const {
    const FeedForward& f = group_.feed_forward;
    return f.experts > 0 ? f.hidden * f.experts_per_token + f.shared_hidden : f.hidden;
  }

  void between() {
    const FeedForward& f = group_.feed_forward;
    const double n = work_.tokens;
    work_.hidden_bytes = n * h_ / sequence_shares_ * half_precision_bytes;
    work_.feed_forward_bytes =
        n * feed_forward_width() / tp_ * half_precision_bytes * (f.gated ? 2 : 1);
    // A third of the parameters is of the output, the rest of what is scanned.
    if (group_.attention.kind == Attention::Kind::recurrent)
      work_.recurrent_bytes = n * 2 / 3 * static_cast<double>(group_.attention.recurrent_params) /
                              h_ / tp_ * half_precision_bytes;
    work_.has_plain_experts = f.experts > 0 && f.gated && !f.has_bias;
    if (f.experts > 0)
      work_.expert_bytes = n * f.experts_per_token * h_ / tp_ *
                           expert_parts(layout_.tp, layout_.ep) * half_precision_bytes;
    if (one_.matrices == ComputeType::fp8 || one_.matrices == ComputeType::fp4)
      work_.quantised_numbers = n * (3 * h_ + feed_forward_width()) / tp_;
  }

  void communication() {
    const double n = work_.tokens;
    const Attention& a = group_.attention;
    if (tp_ > 1) work_.tensor_bytes = 2 * (tp_ - 1) / tp_ * n * h_ * half_precision_bytes;
    work_.tensor_parts =
        (a.kind != Attention::Kind::none ? 1 : 0) +
        (group_.feed_forward.hidden > 0 || group_.feed_forward.experts > 0 ? 1 : 0);
    if (layout_.cp > 1 && a.kv_heads > 0)
      work_.context_bytes = (layout_.cp - 1) * n * a.kv_heads * (a.key_dim + a.value_dim) *
                            half_precision_bytes / std::min(tp_, 1.0 * a.kv_heads);
    if (group_.feed_forward.experts > 0 && layout_.ep > 1) exchange();
  }

  // A token goes to its experts' ranks, over the network once to each node that has some of them.
  void exchange() {
    const double k = group_.feed_forward.experts_per_token, ep = layout_.ep;
    const double token_bytes = work_.tokens / tp_ * h_ * half_precision_bytes;
    work_.expert_exchange_bytes = (ep - 1) / ep * k * token_bytes;
    const double nodes = ep / node_gpus_;
    if (nodes <= 1) return;
    const double reached = nodes * (1 - std::pow(1 - 1 / nodes, k));
    work_.expert_network_bytes = reached * (nodes - 1) / nodes * token_bytes;
  }

  const double h_;
  const LayerGroup& group_;
  const TrainingCase& one_;
  const Layout& layout_;
  const int node_gpus_;
  const double tp_, sequence_shares_;
  LayerWork work_;
};

}  // namespace

void LayerWork::add(const MatrixProduct& product) {
  assert(count_ < static_cast<int>(products_.size()));
  products_[static_cast<std::size_t>(count_++)] = product;
}

LayerWork layer_work(const Network& network, const LayerGroup& group, const TrainingCase& one,
                     int node_gpus) {
  return Builder(network, group, one, node_gpus).build(network.is_causal);
}

}  // namespace wgf::advisor
