// SPDX-License-Identifier: MIT
#include "advisor/memory/activations.h"

#include <algorithm>

#include "advisor/memory/recomputation.h"

namespace wgf::advisor {
namespace {

// Numbers of a recurrent layer's operators a token, against its parameters over the width: inputs,
// projections, convolution, scan and gate of Mamba-2 (34,000 against 14,400 in Nemotron 3 Nano).
constexpr double recurrent_share = 2.5;
// Bytes of a logit in 16-bit training: itself, an fp32 copy and the copy's gradient.
constexpr double bytes_logit_16 = 10;
constexpr double bytes_logit_32 = 12;    // itself, its logarithm of softmax, the gradient
constexpr double bytes_logit_fused = 4;  // fused or compiled loss: itself and its gradient
constexpr double logits_chunk = 2048;    // tokens of a chunked loss at once

class LayerList {
 public:
  LayerList(const Network& network, const LayerGroup& group, const MemoryCase& one, double keys)
      : network_(network), group_(group), one_(one), keys_(keys), number_(activation_bytes(one)) {
    is_autocast_ = one.recipe == Recipe::autocast && !one.is_fsdp;
    is_fused_ = is_megatron(one) || one.has_fused_kernels;
    residual_ = is_autocast_ ? 4 : number_;
    input_ = one.precision == Precision::fp8 ? 1 : number_;
    const bool is_shared_out = one.has_sequence_parallel || one.layout.tp == 1;
    between_ = is_shared_out ? one.layout.tp : 1;
  }

  std::vector<Kept> list() {
    if (group_.attention.kind != Attention::Kind::none) add_attention();
    if (group_.has_cross_attention) add_attention();
    if (group_.feed_forward.hidden > 0) add_feed_forward();
    return std::move(kept_);
  }

 private:
  bool trains(bool is_attention) const {
    return !has_adapters(one_) || is_attention || one_.lora_everywhere;
  }
  // Between the matrices (split only with sequence parallelism), and inside (split by tp).
  void between(std::string_view what, double bytes) { kept_.push_back({what, bytes / between_}); }
  void inside(std::string_view what, double bytes) {
    kept_.push_back({what, bytes / one_.layout.tp});
  }

  void add_norm_and_input(int matrices, bool is_trained) {
    const double hidden = network_.hidden;
    between("norm_input", residual_ * hidden);
    const int copies = is_autocast_ ? matrices : 1;
    if (is_trained) between("matrix_input", copies * input_ * hidden);
  }

  void add_attention() {
    const Attention& a = group_.attention;
    const bool is_joint = network_.has_joint_qkv || a.kind != Attention::Kind::grouped;
    add_norm_and_input(is_joint ? 1 : 3, trains(true));
    const double heads = a.heads;
    if (a.kind == Attention::Kind::recurrent) {
      inside("recurrent",
             recurrent_share * number_ * static_cast<double>(a.recurrent_params) / network_.hidden);
      return add_mask();
    }
    if (a.kind == Attention::Kind::latent)
      add_latent();
    else
      inside("qkv", number_ * (heads * a.key_dim +
                               static_cast<double>(a.kv_heads) * (a.key_dim + a.value_dim)));
    add_scores();
    // The kernel's output; PyTorch copies it for the output matrix, fp8 keeps it in both forms.
    const double output = heads * a.value_dim;
    inside("attention_output", number_ * output);
    if (!is_fused_) inside("matrix_input", number_ * output);
    if (one_.precision == Precision::fp8) inside("matrix_input", input_ * output);
    add_mask();
  }

  void add_latent() {
    const Attention& a = group_.attention;
    // Compressed queries, keys and values before and after their norms, on every rank.
    kept_.push_back({"latent", number_ * (2.0 * a.query_rank + 2.0 * a.kv_rank + a.rope_dim)});
    const double heads = a.heads, nope = a.key_dim - a.rope_dim;
    inside("qkv", number_ * heads * (2.0 * a.key_dim + nope + a.value_dim));
  }

  void add_scores() {
    const double heads = group_.attention.heads;
    if (one_.has_flash_attention) return inside("softmax", 4 * heads);
    const double scores = heads * keys_;
    inside("softmax", number_ * scores);
    if (network_.has_dropout) inside("softmax", (1 + number_) * scores);
  }

  void add_mask() {
    if (network_.has_dropout) between("mask", network_.hidden);
  }

  void add_feed_forward() {
    const FeedForward& ffn = group_.feed_forward;
    const bool is_trained = trains(false);
    add_norm_and_input(ffn.gated ? 2 : 1, is_trained);
    if (ffn.experts == 0) {
      add_matrices("feed_forward", ffn.hidden, is_trained);
      return add_mask();
    }
    const double routed = ffn.experts_per_token, hidden = network_.hidden;
    between("router", 8.0 * ffn.experts);  // logits and probabilities in fp32
    inside("expert_input", (is_trained && !has_adapters(one_) ? input_ : 0) * routed * hidden);
    inside("expert_output", number_ * routed * hidden);
    add_matrices("experts", routed * ffn.hidden, is_trained && !has_adapters(one_));
    if (ffn.shared_hidden > 0) add_matrices("feed_forward", ffn.shared_hidden, is_trained);
  }

  void add_matrices(std::string_view what, double width, bool is_trained) {
    const FeedForward& ffn = group_.feed_forward;
    inside(what, (ffn.gated ? 2 : 1) * number_ * width);
    if (ffn.gated && !is_fused_) inside(what, number_ * width);  // SiLU's output beside the product
    if (is_trained) inside(what, input_ * width);
  }

  const Network& network_;
  const LayerGroup& group_;
  const MemoryCase& one_;
  double keys_, number_, residual_ = 2, input_ = 2, between_ = 1;
  bool is_autocast_ = false, is_fused_ = false;
  std::vector<Kept> kept_;
};

double loss_bytes(const MemoryCase& one) {
  if (is_megatron(one) || one.has_fused_kernels) return bytes_logit_fused;
  return activation_bytes(one) == 4 ? bytes_logit_32 : bytes_logit_16;
}

// Gradients of what enters and leaves the activation function, less the operand already freed.
double working_bytes(const LayerGroup& group, const Network& network, const MemoryCase& one) {
  const FeedForward& ffn = group.feed_forward;
  const double width =
      ffn.experts > 0 ? static_cast<double>(ffn.experts_per_token) * ffn.hidden : ffn.hidden;
  return activation_bytes(one) * (2 * width / one.layout.tp + network.hidden);
}

}  // namespace

std::vector<Kept> kept_by_layer(const Network& network, const LayerGroup& group,
                                const MemoryCase& one, double keys) {
  return LayerList(network, group, one, keys).list();
}

double total_bytes(const std::vector<Kept>& kept) {
  double bytes = 0;
  for (const Kept& tensor : kept) bytes += tensor.bytes_per_token;
  return bytes;
}

double StageActivations::peak() const {
  return kept() + recomputed + std::max(working, logits);
}

double micro_batches_in_flight(const Layout& layout, int stage, int micro_batches) {
  const int p = layout.pp, v = layout.virtual_stages;
  const int m = micro_batches > 0 ? micro_batches : p;
  if (p == 1) return 1;
  if (v == 1) return std::min(m, p - stage);
  const double chunks = 2.0 * (p - stage - 1) + static_cast<double>(v - 1) * p + 1;
  return std::min(chunks / v, static_cast<double>(std::max(m, p)));
}

std::vector<LayerActivations> layer_activations(const Network& network, const MemoryCase& one) {
  std::vector<LayerActivations> groups;
  for (const LayerGroup& group : network.layers) {
    LayerActivations of_group;
    of_group.whole = total_bytes(kept_by_layer(network, group, one, one.sequence));
    of_group.kept = bytes_until_backward(network, group, one, of_group.whole);
    of_group.working = working_bytes(group, network, one);
    groups.push_back(of_group);
  }
  return groups;
}

StageActivations stage_activations(const Network& network, const Stage& stage, int index,
                                   const MemoryCase& one,
                                   std::span<const LayerActivations> groups) {
  StageActivations result;
  result.in_flight = micro_batches_in_flight(one.layout, index, one.micro_batches);
  result.tokens = one.batch * one.sequence / one.layout.cp;
  for (const StageLayers& layers : stage.layers) {
    const auto group = static_cast<std::size_t>(layers.group - network.layers.data());
    result.per_token += layers.count * groups[group].kept;
    // On the way back one layer at a time is there again: all of it, or what was not kept.
    const bool is_full = one.recompute == Recompute::full;
    const double again = groups[group].whole - (is_full ? 0 : groups[group].kept);
    result.recomputed = std::max(result.recomputed, result.tokens * again);
    result.working = std::max(result.working, result.tokens * groups[group].working);
  }
  // Encoders end in a few classes; decoders in every word, once for each token.
  const bool has_words = network.is_causal || network.layers.back().has_cross_attention;
  if (!stage.has_output || !has_words) return result;
  const double between = one.has_sequence_parallel ? one.layout.tp : 1;
  result.per_token +=
      2 * activation_bytes(one) * network.hidden / between / result.in_flight;  // last norm
  const double rows = one.has_chunked_loss ? std::min(result.tokens, logits_chunk) : result.tokens;
  result.logits = rows * loss_bytes(one) * network.vocab / one.layout.tp;
  // Megatron's dummy gradient of the output matrix while the true one is added to the buffer.
  if (is_megatron(one) && one.task == Task::train)
    result.logits += 2.0 * network.hidden * network.vocab / one.layout.tp;
  return result;
}

}  // namespace wgf::advisor
