// SPDX-License-Identifier: MIT
#include "advisor/training/layer_time.h"

#include <algorithm>
#include <cmath>

#include "advisor/memory/states.h"

namespace wgf::advisor {
namespace {

constexpr double memory_speed = 0.8;          // of the bandwidth that matrices reach
constexpr double streaming_speed = 0.85;      // … and what passes memory in order
constexpr double kernel_start = 3e-6;         // seconds
constexpr double link_speed = 0.78;           // of NVLink, that large collectives reach
constexpr double exchange_speed = 0.6;        // … and exchanges of many small messages
constexpr double forward_share = 0.35;        // of what lies between matrices
constexpr double scores_forward_share = 0.4;  // of attention that keeps its scores
constexpr double backward_flops = 2.5;        // of attention: it computes the scores again
constexpr double feed_forward_share = 0.55;   // of the matrices' time

struct Parts {  // of one pass
  double matrices = 0, expert_matrices = 0, attention = 0, between = 0, scores = 0;
  double products() const { return matrices + expert_matrices; }
  double total() const { return products() + attention + between + scores; }
};

// Of all that experts take, in kernels that do several steps at once.
double expert_share(const LayerWork& work, const CardSpeed& card, const TrainingCoefficients& c) {
  return card.has_fused_experts && work.has_plain_experts ? c.fused_experts : 1;
}

// The wider experts are, the nearer their products come to dense ones, whatever the release.
double grouped_rate(const LayerWork& work, const CardSpeed& card, const TrainingCase& one,
                    const TrainingCoefficients& c) {
  const double wide = work.expert_width / (work.expert_width + c.expert_width);
  const double narrow_share = c.expert_matrices / std::pow(c.experts_a_year, one.release_age);
  const double share = narrow_share + (1 - narrow_share) * wide;
  return card.matrix_rate.value * share / expert_share(work, card, c);
}

Parts forward_parts(const LayerWork& work, const CardSpeed& card, const TrainingCase& one,
                    double expert_age, const TrainingCoefficients& c) {
  Parts parts;
  const double grouped = grouped_rate(work, card, one, c);
  for (const MatrixProduct& product : work.matrices()) {
    const double rate = product.is_of_experts ? grouped : card.matrix_rate.value;
    const double bytes =
        product.groups * ((product.rows + product.columns) * product.inner * card.matrix_bytes +
                          product.rows * product.columns * 2);
    const double time =
        overlapped(product.flops() / rate, bytes / (card.bandwidth.value * memory_speed)) +
        kernel_start;
    (product.is_of_experts ? parts.expert_matrices : parts.matrices) += time;
  }
  const double piece = 1.0 * one.work.sequence / one.work.layout.cp;  // that meets another at once
  parts.attention =
      work.attention_flops / card.attention_rate.value * (1 + c.short_sequence / piece);
  constexpr double half_precision_bytes = 2;  // a card without the type multiplies what it has
  const bool is_narrow = card.matrix_bytes < half_precision_bytes;
  const double passes =
      c.hidden_passes * work.hidden_bytes + c.feed_forward_passes * work.feed_forward_bytes +
      c.expert_passes * work.expert_bytes * expert_age + c.recurrent_passes * work.recurrent_bytes +
      c.quantise_passes * (is_narrow ? work.quantised_numbers : 0) *
          (card.has_fused_experts && work.has_plain_experts ? c.fused_experts : 1);
  const double stream = card.bandwidth.value * streaming_speed;
  parts.between = passes * c.between[static_cast<std::size_t>(one.software)] / stream;
  parts.scores = c.score_passes * work.score_bytes / stream;
  return parts;
}

// Each micro-step adds its gradients of the weights, of experts or others, to the sum so far.
double gradient_sum(const LayerWork& work, bool is_of_experts, const CardSpeed& card,
                    const TrainingCase& one, const TrainingCoefficients& c) {
  if (has_adapters(one.work)) return 0;
  double weights = 0;
  for (const MatrixProduct& product : work.matrices())
    if (product.is_of_experts == is_of_experts)
      weights += product.groups * product.columns * product.inner;
  constexpr double usual_bytes = 4;  // that the coefficient is for
  const double share = gradient_bytes(one) / usual_bytes;
  return weights * c.gradient_bytes * share / (card.bandwidth.value * streaming_speed);
}

// What runs again on the way back.
double recomputed(const Parts& all, const Parts& forward, const TrainingCase& one) {
  double time = one.recomputed_share * forward.total();
  if (one.work.recompute == Recompute::full) return forward.total();
  if (one.work.recompute == Recompute::attention)
    time += one.work.has_flash_attention ? forward.attention : forward.scores;
  if (one.work.recompute == Recompute::per_operator)
    time += all.products() / 2 + forward.between +
            (one.work.has_flash_attention ? 0 : forward.attention + forward.scores);
  if (one.recomputes_feed_forward) time += feed_forward_share * all.products();
  return time;
}

}  // namespace

double gradient_bytes(const TrainingCase& one) {
  constexpr double half_precision_bytes = 2;
  if (one.software == Software::native) return half_precision_bytes;
  return state_bytes(one.work, 0).gradients;
}

// Frozen weights need no gradient of their own: one product backward instead of two.
double backward_products(const TrainingCase& one) {
  return has_adapters(one.work) ? 1 : 2;
}

LayerTime layer_time(const LayerWork& work, const TrainingCase& one, const CardSpeed& card,
                     const Node& node, const TrainingCoefficients& c) {
  const bool has_experts = work.expert_bytes > 0;
  const double expert_age =
      std::pow(c.experts_a_year, one.release_age) * expert_share(work, card, c);
  const Parts all = forward_parts(work, card, one, expert_age, c);
  const Parts forward{all.matrices, all.expert_matrices, all.attention, all.between * forward_share,
                      all.scores * scores_forward_share};
  const double passes = 1 + backward_products(one);
  LayerTime time;
  time.matrices = all.matrices * passes + gradient_sum(work, false, card, one, c);
  time.expert_matrices = all.expert_matrices * passes + gradient_sum(work, true, card, one, c);
  time.attention = all.attention * (1 + backward_flops / c.attention_backward) + all.scores;
  time.between = all.between;
  time.recompute = recomputed(all, forward, one);
  const double busy = time.total();
  const bool is_full = one.work.recompute == Recompute::full;
  // Nearly every kernel of the forward pass is started again.
  const bool runs_again = is_full || one.work.recompute == Recompute::per_operator;
  const double host = c.launch[static_cast<std::size_t>(one.software)] * (runs_again ? 1.33 : 1) *
                      (has_experts && !one.drops_tokens ? c.expert_launch * expert_age : 1);
  time.launch = overlapped(busy, host) - busy;
  const double passes_of_sums = is_full ? 3 : 2;  // forward and backward, again where recomputed
  const double link = node.link.value * (node.is_pcie ? c.pcie_speed : link_speed);
  if (one.work.layout.tp > 1) {
    const bool is_inside = one.work.layout.tp <= node.gpus;
    const double wire = is_inside ? link : node.network.value * link_speed;
    // Transformer Engine's buffers for that are memory that GPUs read of each other.
    const bool is_tuned = one.work.recipe == Recipe::megatron_16 && !node.is_pcie;
    const bool overlaps = is_tuned || one.has_overlapped_tensor;
    constexpr double usual_passes = 3;  // of products to gather beside; adapters have two
    const double overlapped_share = 1 - (1 - c.tensor_overlapped) * passes / usual_passes;
    time.tensor = passes_of_sums * work.tensor_parts *
                  (work.tensor_bytes / wire + c.collective_latency) *
                  (overlaps ? overlapped_share : c.tensor_exposed);
  }
  if (work.expert_exchange_bytes > 0) {
    const double inside = work.expert_exchange_bytes / node.link.value;
    const double between_nodes = work.expert_network_bytes / node.network.value;
    const double exchanges = 2;  // there and back
    const double wire =
        passes_of_sums * exchanges * expert_age *
        (std::max(inside, between_nodes) / exchange_speed + 2 * c.collective_latency);
    time.experts = overlapped(busy, wire) - busy + c.expert_exposed * std::min(busy, wire);
  }
  // Keys and values go round once forward, and once with their gradients beside them backward.
  constexpr double tours = 3;
  const Layout& layout = one.work.layout;
  const double bytes = tours * work.context_bytes;
  time.context = c.context_exposed * bytes / (node.link.value * exchange_speed) +
                 tours * (layout.cp - 1) * c.collective_latency;
  // Through the network the next piece comes while attention is at this one, unless it takes
  // longer.
  if (layout.tp * layout.cp > node.gpus)
    time.context += std::max(0.0, bytes / (node.network.value * link_speed) - time.attention);
  return time;
}

}  // namespace wgf::advisor
