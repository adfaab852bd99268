// SPDX-License-Identifier: MIT
#pragma once
// What could be taken: so many GPUs of one card at a price, with what they do for it.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "catalog/gpu.h"

namespace wgf::advisor {

struct Candidate {
  const catalog::Gpu* gpu = nullptr;
  int gpus = 1;      // in all
  double price = 0;  // dollars of all GPUs: of an hour where they are rented, else once
  double rate = 0;   // tokens/s, what a run loses to interruptions taken off
  double rate_low = 0, rate_high = 0;  // 90 %
  double head_room = 0;                // share of a GPU's memory that stays free
  std::optional<double> watts;         // of all GPUs, at their power limit
  // Dollars per million tokens, or of one run: cost_of_price x price + other_cost.
  double cost_of_price = 0, other_cost = 0;
  bool is_cost_of_rate = true;  // a higher rate makes it cheaper; not where a fixed demand is met
  bool meets_demand = true;     // throughput, latency, deadline: all but the price
  bool has_known_risk = true;   // of being interrupted; a spot machine's is often not published
  std::size_t detail = 0;       // of the caller's own list

  double cost(double price_factor = 1) const {
    return cost_of_price * price * price_factor + other_cost;
  }
  std::optional<double> joules_per_token() const {
    return watts ? std::optional(*watts / rate) : std::nullopt;
  }
};

enum class Measure { speed, cost, memory, energy };
inline constexpr int measure_count = 4;
std::string_view to_text(Measure measure);

enum class Priority { speed, cost, memory, energy, balanced };
inline constexpr int priority_count = 5;
std::string_view to_text(Priority priority);
std::optional<Priority> parse_priority(std::string_view text);

// How much each measure counts; together one. A score is the sum of weight x logarithm: twice the
// speed weighs as much as half the cost where the weights are equal, whatever else is offered.
using Weights = std::array<double, measure_count>;
const Weights& weights_of(Priority priority);

}  // namespace wgf::advisor
