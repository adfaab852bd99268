// SPDX-License-Identifier: MIT
#pragma once
// The time of one collective operation of a group of GPUs, in one node and across nodes.
// docs/method/operators.md.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "advisor/operators/card_facts.h"
#include "advisor/operators/coefficient_field.h"
#include "base/units.h"

namespace wgf::advisor {

enum class Collective { all_reduce, all_gather, reduce_scatter, all_to_all };
inline constexpr std::size_t collective_count = 4;
std::string_view collective_name(Collective collective);
std::optional<Collective> parse_collective(std::string_view name);

// in_node: ranks of the group that share a node and its links; the group spans gpus / in_node
// nodes. Each rank has one network card of nic_bandwidth, one direction.
struct CollectiveGroup {
  double gpus = 1, in_node = 1;
  BytesPerSecond nic_bandwidth{50e9};
};

// Of a group of 2, 4 or 8 GPUs of one kind of link.
struct CollectiveCoefficients {
  double start_us;    // of an empty message
  double link_share;  // of the link's bandwidth in one direction
  double sharpness;   // exponent of the sum of start and transfer

  static std::span<const CoefficientField<CollectiveCoefficients>> fields();
};
inline constexpr std::array<int, 3> measured_group_sizes{2, 4, 8};

struct CollectivePoint {
  double log_start = 0, log_bandwidth = 0, sharpness = 1;  // natural logarithms of s and byte/s
};
using CollectiveRates = std::array<CollectivePoint, measured_group_sizes.size()>;
CollectivePoint collective_point(double link_bandwidth, const CollectiveCoefficients& fitted);

// Seconds of a step through the network of a small message: NCCL's own model (src/graph/tuning.cc).
inline constexpr double network_step = 5e-6;

// bytes: the whole buffer of a rank: what all-reduce reduces, what all-gather leaves,
// reduce-scatter takes and all-to-all exchanges. Nothing to do for a group of one.
Seconds collective_time(const CollectiveRates& rates, Collective collective, double bytes,
                        const CollectiveGroup& group);

}  // namespace wgf::advisor
