// SPDX-License-Identifier: MIT
#pragma once
// The time of one product of activations (rows x depth) and weights (depth x columns) on one GPU.
// docs/method/operators.md.

#include <span>

#include "advisor/operators/coefficient_field.h"
#include "advisor/operators/matrix_type.h"
#include "base/units.h"

namespace wgf::advisor {

// rows: tokens; columns: outputs; depth: inputs of the layer, on this GPU.
struct MatrixShape {
  double rows = 1, columns = 1, depth = 1;
};

// As fitted: one record per generation of cards and type.
struct MatrixCoefficients {
  double energy_pj;        // per operation, which bounds the sustained share of the peak
  double bandwidth_share;  // of the memory's bandwidth
  double start_us;         // least time of a call
  double sharpness;        // exponent of the sum of arithmetic, memory and latency
  double wave_power;       // how much of an incomplete last wave of tiles is lost
  double ramp_depth;       // depth whose time is spent filling and draining the pipeline
  double convert_passes;   // over the activations, to convert them to the narrow type
  double step_ns;          // least time of one step of depth
  double cached_share;     // of the last-level cache that keeps operands between calls

  static std::span<const CoefficientField<MatrixCoefficients>> fields();
};

// Coefficients and card together, ready to be evaluated.
struct MatrixRates {
  double operations = 0;  // sustained, per second; 0: the card has no such arithmetic
  double bytes = 0;       // per second
  double start = 0;       // seconds
  double sharpness = 1, wave_power = 0, ramp_depth = 0;
  double convert = 0;  // seconds an element of the activations
  double step = 0;     // seconds
  double cached_bytes = 0, processors = 1, weight_bytes = 2, activation_bytes = 2;
};
MatrixRates matrix_rates(const CardFacts& card, MatrixType type, const MatrixCoefficients& fitted);

// Infinite where the card has no such arithmetic.
Seconds matrix_product_time(const MatrixRates& rates, const MatrixShape& shape);

}  // namespace wgf::advisor
