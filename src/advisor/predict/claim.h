// SPDX-License-Identifier: MIT
#pragma once
// Whether a rate that somebody states can be: against the dense peak, the memory bandwidth, the
// links and the memory of so many cards. Nothing is fitted here; what passes is not shown to be
// true.

#include <optional>
#include <string_view>

#include "advisor/predict/physics_bounds.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// Work and traffic a second, of all cards. link: bytes a second and GPU as nccl-tests count a
// collective's bus bandwidth. memory: bytes that one card holds.
enum class ClaimUnit { samples, tokens, flops, bytes, link, memory };
// adapters: trained weights beside frozen ones, which have no gradient of their own.
enum class ClaimWork { unstated, training, adapters, inference };
std::string_view to_text(ClaimWork work);

struct Claim {
  const catalog::Gpu* gpu = nullptr;
  int gpus = 1;
  double value = 0;
  ClaimUnit unit = ClaimUnit::samples;
  ClaimWork work = ClaimWork::unstated;
  std::optional<ComputeType> type;  // unstated: the fastest the card has
  // 8 or 4: weights are integers; `type` is the narrowest floating point that may multiply them.
  int integer_bits = 0;
  bool is_floating_point = false;   // with flops: TFLOPS, not the TOPS that integers are counted in
  bool may_sum_in_16_bits = false;  // fp16, whose products GeForce cards add up twice as fast so
  std::optional<double> forward_flops;  // of a sample, or of a token with `tokens`
  bool is_all_reduce = false;           // with `link`: switches may add up what passes them
  // Of tokens generated, where both are known: sequences in flight, and the weights that each of
  // their tokens is multiplied with.
  std::optional<double> batch, weights;
  bool generates = true;          // token by token: no encoder, nor one before the decoder
  std::optional<double> stored;   // weights that lie in memory: of a mixture all experts
  std::optional<double> of_pass;  // samples or tokens that share one reading of the weights
};

struct ClaimVerdict {
  double needed = 0;     // FLOP/s or byte/s of all cards, at least; of one with link and memory
  double available = 0;  // of the same, at most
  double most = 0;       // in the claim's unit, of the stated work (unstated: inference)
  // The same of training, and of tokens generated, where work is not stated.
  std::optional<double> most_training, most_generated;
  bool is_of_weights = false;  // needed and available are bytes: weights read for every token
  double held = 0, room = 0;   // bytes of all weights, and of all cards; 0: not known
  double held_bits = 0;        // of each weight
  // Else what the cards could do with the weights in memory is no rate that is possible.
  bool has_room() const;
  // Where the host sends what has no room: seconds that a pass over the weights takes at least,
  // and, where the claim says how much shares it, the most in its unit, by the link or by what else
  // binds. More only if the host computes as well.
  std::optional<double> streamed_pass, most_streamed;
  bool is_held_by_link = false;  // most_streamed is of the link, not of FLOPs or memory
  double factor() const { return needed / available; }
  bool is_impossible() const;
  // Not shown to be impossible, but the weights have no room and how fast what is missing comes is
  // not known.
  bool is_undecided() const;
};

// What the host sends by: NVLink-C2C beside Grace, else PCI Express. Nothing where the record has
// none, or the host shares the card's memory and has none of its own to send from.
struct HostLink {
  std::string_view name;
  BytesPerSecond one_direction;
};
std::optional<HostLink> host_link_of(const catalog::Gpu& gpu);

// FLOPs of a step in forward passes, counted as in predict's bounds.
double passes_of(ClaimWork work);

// How often a step goes over the weights: forward, and in training backward.
double weight_passes(ClaimWork work);

// Bytes of a weight in the claim's type, or in the narrowest there is.
double weight_bytes(const Claim& claim);

// Nothing where the FLOPs of the work or a rate of the card are not known, or one card has no links
// to others.
std::optional<ClaimVerdict> check_claim(const Claim& claim);

}  // namespace wgf::advisor
