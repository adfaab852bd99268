// SPDX-License-Identifier: MIT
#include "advisor/operators/matrix_product.h"

#include <cmath>
#include <limits>

#include "advisor/operators/power_sum.h"

namespace wgf::advisor {
namespace {

constexpr double tile = 128;  // rows and columns of the output that one block computes
constexpr double micro = 1e-6, nano = 1e-9;

constexpr CoefficientField<MatrixCoefficients> all_fields[] = {
    {"energy_pj", &MatrixCoefficients::energy_pj, 1.0, 0.4},
    {"bandwidth_share", &MatrixCoefficients::bandwidth_share, 0.78, 0.15},
    {"start_us", &MatrixCoefficients::start_us, 3.7, 0.6},
    {"sharpness", &MatrixCoefficients::sharpness, 3.0, 0.5},
    {"wave_power", &MatrixCoefficients::wave_power, 0.25, 0.7},
    {"ramp_depth", &MatrixCoefficients::ramp_depth, 200, 1.0},
    {"convert_passes", &MatrixCoefficients::convert_passes, 2.0, 0.6},
    {"step_ns", &MatrixCoefficients::step_ns, 0.75, 0.4},
    {"cached_share", &MatrixCoefficients::cached_share, 0.05, 1.0},
};

}  // namespace

std::optional<MatrixType> parse_matrix_type(std::string_view name) {
  for (const MatrixTypeFacts& facts : matrix_types)
    if (facts.name == name) return facts.type;
  return std::nullopt;
}

std::span<const CoefficientField<MatrixCoefficients>> MatrixCoefficients::fields() {
  return all_fields;
}

MatrixRates matrix_rates(const CardFacts& card, MatrixType type, const MatrixCoefficients& fitted) {
  const MatrixTypeFacts& facts = facts_of(type);
  MatrixRates rates;
  rates.operations = card.peak(facts.arithmetic);
  if (rates.operations > 0)
    rates.operations *= sustained_share(card, facts.arithmetic, fitted.energy_pj);
  rates.bytes = card.bandwidth * fitted.bandwidth_share;
  rates.start = fitted.start_us * micro;
  rates.sharpness = fitted.sharpness;
  rates.wave_power = fitted.wave_power;
  rates.ramp_depth = fitted.ramp_depth;
  constexpr double bf16_bytes = 2;  // read as such, written in the narrow type
  if (facts.is_quantised_on_the_fly)
    rates.convert = fitted.convert_passes * (bf16_bytes + facts.activation_bytes) / card.bandwidth;
  rates.step = fitted.step_ns * nano;
  rates.cached_bytes = fitted.cached_share * card.cache_bytes;
  rates.processors = card.processors;
  rates.weight_bytes = facts.weight_bytes;
  rates.activation_bytes = facts.activation_bytes;
  return rates;
}

Seconds matrix_product_time(const MatrixRates& rates, const MatrixShape& shape) {
  if (rates.operations <= 0) return Seconds(std::numeric_limits<double>::infinity());
  const double tiles = std::ceil(shape.rows / tile) * std::ceil(shape.columns / tile);
  const double waves = tiles / rates.processors;
  const double arithmetic = 2 * shape.rows * shape.columns * (shape.depth + rates.ramp_depth) /
                            rates.operations * power(std::ceil(waves) / waves, rates.wave_power);
  constexpr double output_bytes = 2;
  const double bytes = shape.rows * shape.depth * rates.activation_bytes +
                       shape.columns * shape.depth * rates.weight_bytes +
                       shape.rows * shape.columns * output_bytes;
  // What the cache keeps from call to call is not read again: little of large operands.
  const double memory = bytes / rates.bytes * (bytes / (bytes + rates.cached_bytes));
  const double latency = shape.depth * rates.step;
  const double together = power_sum(arithmetic, memory, latency, rates.sharpness);
  return Seconds(together + rates.start + shape.rows * shape.depth * rates.convert);
}

}  // namespace wgf::advisor
