// SPDX-License-Identifier: MIT
#include "advisor/operators/expert_product.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "advisor/operators/power_sum.h"

namespace wgf::advisor {
namespace {

constexpr double micro = 1e-6, nano = 1e-9;

constexpr CoefficientField<ExpertCoefficients> all_fields[] = {
    {"energy_pj", &ExpertCoefficients::energy_pj, 1.5, 0.5},
    {"bandwidth_share", &ExpertCoefficients::bandwidth_share, 0.75, 0.2},
    {"start_us", &ExpertCoefficients::start_us, 13, 0.5},
    {"sharpness", &ExpertCoefficients::sharpness, 1.7, 0.4},
    {"step_ns", &ExpertCoefficients::step_ns, 1.5, 0.5},
    {"row_passes", &ExpertCoefficients::row_passes, 1, 0.7},
    {"reached_share", &ExpertCoefficients::reached_share, 0.8, 0.5},
    {"imbalance", &ExpertCoefficients::imbalance, 0.45, 0.7},
    {"tile_rows", &ExpertCoefficients::tile_rows, 16, 1.0},
    {"token_passes", &ExpertCoefficients::token_passes, 4, 1.0},
    {"sorting_us", &ExpertCoefficients::sorting_us, 1, 0.7},
};

// Experts of this rank that at least one row reaches. rows: of this rank.
double reached_experts(const ExpertRates& rates, const ExpertShape& shape, double rows) {
  const double local = shape.experts / shape.expert_ranks;
  if (shape.load == ExpertLoad::even) return std::min(local, std::max(rows, 1.0));
  constexpr double bend = 1.5;  // of the passage from one expert a row to all of them
  const double opened = std::max(rows * rates.reached_share, 1.0);
  return local / std::pow(1 + std::pow(local / opened, bend), 1 / bend);
}

}  // namespace

std::span<const CoefficientField<ExpertCoefficients>> ExpertCoefficients::fields() {
  return all_fields;
}

ExpertRates expert_rates(const CardFacts& card, MatrixType type, const ExpertCoefficients& fitted) {
  const MatrixTypeFacts& facts = facts_of(type);
  ExpertRates rates;
  rates.operations = card.peak(facts.arithmetic);
  if (rates.operations > 0)
    rates.operations *= sustained_share(card, facts.arithmetic, fitted.energy_pj);
  rates.bytes = card.bandwidth * fitted.bandwidth_share;
  rates.start = fitted.start_us * micro;
  rates.sorting = fitted.sorting_us * micro;
  rates.sharpness = fitted.sharpness;
  rates.step = fitted.step_ns * nano;
  rates.row = fitted.row_passes / card.bandwidth;
  rates.token = fitted.token_passes / card.bandwidth;
  rates.reached_share = fitted.reached_share;
  rates.imbalance = fitted.imbalance;
  rates.tile_rows = fitted.tile_rows;
  rates.weight_bytes = facts.weight_bytes;
  return rates;
}

Seconds expert_product_time(const ExpertRates& rates, const ExpertShape& shape) {
  if (rates.operations <= 0) return Seconds(std::numeric_limits<double>::infinity());
  const double width = shape.width / shape.tensor_ranks;
  const double rows = shape.tokens * shape.top_k / shape.expert_ranks;
  const double experts = reached_experts(rates, shape, rows);
  const double imbalance =
      shape.load == ExpertLoad::even ? 1 : 1 + rates.imbalance * std::log(shape.expert_ranks);
  const double computed = std::max(rows + experts * rates.tile_rows, 1.0) * imbalance;
  const double matrices = shape.is_gated ? 3 : 2;  // gate, up, down
  const double arithmetic = 2 * matrices * computed * shape.hidden * width / rates.operations;
  const double memory =
      experts * matrices * shape.hidden * width * rates.weight_bytes / rates.bytes;
  const double latency = (shape.hidden + width) * rates.step;
  const double together = power_sum(arithmetic, memory, latency, rates.sharpness);
  // bf16 read and written: rows in and out, gate, up and their product between; tokens in and out.
  const double row_bytes = rows * imbalance * (4 * shape.hidden + 2 * matrices * width);
  const double token_bytes = shape.tokens * 4 * shape.hidden;
  const double sorting = std::log2(1 + shape.tokens) * rates.sorting;
  return Seconds(together + row_bytes * rates.row + token_bytes * rates.token + rates.start +
                 sorting);
}

}  // namespace wgf::advisor
