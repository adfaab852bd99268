// SPDX-License-Identifier: MIT
#pragma once
// What the forward pass keeps for the backward pass, from the shapes of the operators. Of a layer
// of width h with s tokens and b sequences Korthikanti et al. (arXiv 2205.05198, equation 1) count
// sbh (34 + 5as/h) bytes in 16 bits: 2 x 2 inputs of the norms, 2 of the first matrix, 6 queries,
// keys and values, 2 of the output matrix, 5as/h scores, their softmax and masks, 2 of the third
// matrix, 8 + 8 before and after the activation, 1 + 1 masks of dropout. The list below is that
// with flash attention (no scores: 4 bytes of logarithm a head and token), gated feed-forwards,
// grouped and latent attention, experts, autocast (an fp32 residual stream, and a 16-bit copy of
// each matrix's input) and frozen matrices, which need no input of their own.

#include <span>
#include <string_view>
#include <vector>

#include "advisor/memory/rank_params.h"

namespace wgf::advisor {

struct Kept {
  std::string_view what;       // message key footprint.kept_<what>
  double bytes_per_token = 0;  // on one rank
};
// Of one layer; keys: how many each token attends to, for the scores where there is no flash
// attention.
std::vector<Kept> kept_by_layer(const Network& network, const LayerGroup& group,
                                const MemoryCase& one, double keys);
double total_bytes(const std::vector<Kept>& kept);

// Of one group of layers, a token: what hangs on tp, precision, recipe and recomputation alone.
struct LayerActivations {
  double kept = 0;     // with the recomputation asked for
  double whole = 0;    // without
  double working = 0;  // gradients of the widest operator on the way back
};
// Of each group of the network.
std::vector<LayerActivations> layer_activations(const Network& network, const MemoryCase& one);

struct StageActivations {
  double in_flight = 1;  // micro-batches whose activations lie in memory together
  double tokens = 0;     // of one micro-batch on a rank
  double per_token = 0;  // bytes all layers of the stage keep of a token of one micro-batch
  double kept() const { return in_flight * tokens * per_token; }
  double recomputed = 0;  // of one layer, what is run again
  double working = 0;     // gradients of the widest operator on the way back
  double logits = 0;      // the last stage's, with loss and gradient
  double peak() const;    // the worst moment of a step
};
StageActivations stage_activations(const Network& network, const Stage& stage, int index,
                                   const MemoryCase& one, std::span<const LayerActivations> layers);

// Micro-batches in flight on a stage of a 1F1B pipeline, interleaved or not (arXiv 2104.04473 and
// 2205.05198, appendix): min(m, p - i); interleaved (2 (p - i - 1) + (v - 1) p + 1) / v.
double micro_batches_in_flight(const Layout& layout, int stage, int micro_batches);

}  // namespace wgf::advisor
