// SPDX-License-Identifier: MIT
#pragma once
// The time of one forward pass of one engine: new tokens of prompts and one token of each running
// sequence together, as a sum of operators. docs/method/serving.md.

#include <array>
#include <string_view>

#include "advisor/network/network.h"
#include "advisor/serving/pass_card.h"
#include "advisor/serving/serving_case.h"

namespace wgf::advisor {

// What a pass takes, of the whole engine.
struct PassWork {
  double sequences = 0;              // that generate
  double context = 0;                // mean of their tokens so far
  double prompts = 0;                // that are read in this pass
  double prompt_tokens = 0;          // new of each
  double prompt_past = 0;            // read before, of each
  double tokens_each = 1;            // of a generating sequence: 1, or 1 + drafted
  bool writes_scores = false;        // attention of prompts without a fused kernel
  bool multiplies_integers = false;  // prompts with narrow weights, where the card is fast at it
  bool operator==(const PassWork&) const = default;
};

enum class PassPart {
  matrices,        // products with weights in the checkpoint's type
  wide,            // products in 16 bits: output matrix, attention of four-bit mixtures of experts
  experts,         // routed experts, tokens spread evenly
  imbalance,       // what a power law of popularity adds to that
  attention,       // over the cache of generating sequences
  latent,          // the same where the cache is latent
  prompts,         // attention of prompts
  latent_prompts,  // the same where the cache is latent
  recurrent,       // states of recurrent layers
  collectives,     // of tensor parallelism
  exchange,        // of tokens between the groups of attention
  unpacking,       // of narrow weights to 16 bits, before prompts are multiplied
  between,         // what passes the memory between products: norms, activations, rotations
  kernels,         // number of small kernels between, not a time
};
inline constexpr int pass_part_count = 14;
std::string_view to_text(PassPart part);

struct PassTerms {
  std::array<double, pass_part_count> values{};
  double operator[](PassPart part) const { return values[static_cast<std::size_t>(part)]; }
  double& operator[](PassPart part) { return values[static_cast<std::size_t>(part)]; }
};

// Seconds of each part on one rank; a pipeline's stages one after another.
PassTerms pass_terms(const Network& network, const ServingLayout& layout,
                     const ServingPrecision& precision, const PassCard& card, const PassWork& work);

}  // namespace wgf::advisor
