// SPDX-License-Identifier: MIT
#pragma once
// The time of the routed experts of one mixture-of-experts layer on one GPU: sorting the tokens,
// two grouped products with the activation between them, and the weighted sum.
// docs/method/operators.md.

#include <span>

#include "advisor/operators/coefficient_field.h"
#include "advisor/operators/matrix_type.h"
#include "base/units.h"

namespace wgf::advisor {

// How tokens spread over the experts: evenly, or as a power law (exponent 1), where the time is
// that of the busiest rank.
enum class ExpertLoad { even, power_law };

// experts and width (the inner size of one expert) are those of the layer; the experts are shared
// out over expert_ranks, each expert is cut into tensor_ranks. tokens: of all expert ranks
// together, each to be sent to top_k experts.
struct ExpertShape {
  double tokens = 1, hidden = 1, width = 1;
  double top_k = 1, experts = 1;
  double tensor_ranks = 1, expert_ranks = 1;
  ExpertLoad load = ExpertLoad::power_law;
  bool is_gated = true;
};

struct ExpertCoefficients {
  double energy_pj;        // bounds the sustained share of the peak, as in MatrixCoefficients
  double bandwidth_share;  // of the memory's bandwidth
  double start_us;         // of the kernels together
  double sharpness;        // exponent of the sum of arithmetic, memory and latency
  double step_ns;          // least time of one step of depth
  double row_passes;       // over the activations of the rows of this rank
  double reached_share;    // power law: rows that open an expert of their own
  double imbalance;        // power law: growth of the busiest rank's rows with ln(expert_ranks)
  double tile_rows;        // computed in vain per expert
  double token_passes;     // over the activations of all tokens
  double sorting_us;       // of the tokens by expert, for each doubling of their number

  static std::span<const CoefficientField<ExpertCoefficients>> fields();
};

struct ExpertRates {
  double operations = 0;  // sustained, per second; 0: the card has no such arithmetic
  double bytes = 0, start = 0, sorting = 0, sharpness = 1, step = 0;
  double row = 0, token = 0;  // seconds a byte of activations
  double reached_share = 1, imbalance = 0, tile_rows = 0, weight_bytes = 2;
};
ExpertRates expert_rates(const CardFacts& card, MatrixType type, const ExpertCoefficients& fitted);

// Infinite where the card has no such arithmetic.
Seconds expert_product_time(const ExpertRates& rates, const ExpertShape& shape);

}  // namespace wgf::advisor
