// SPDX-License-Identifier: MIT
#include "advisor/operators/collective.h"

#include <algorithm>
#include <cmath>

namespace wgf::advisor {
namespace {

constexpr double micro = 1e-6;
constexpr std::array<std::string_view, collective_count> names{"all_reduce", "all_gather",
                                                               "reduce_scatter", "all_to_all"};

constexpr CoefficientField<CollectiveCoefficients> all_fields[] = {
    {"start_us", &CollectiveCoefficients::start_us, 12, 1.0},
    {"link_share", &CollectiveCoefficients::link_share, 0.75, 2.0},
    {"sharpness", &CollectiveCoefficients::sharpness, 0.8, 0.5},
};

// As network_step, with the simple protocol.
constexpr double network_start = 14e-6;
constexpr double nic_share = 0.9;  // of the port's rate, without headers and acknowledgements

double steps_of(Collective collective) {
  return collective == Collective::all_reduce ? 2 : 1;
}

// Between the measured sizes by the logarithm of the size; beyond eight the start grows on, the
// bandwidth stays.
CollectivePoint at_size(const CollectiveRates& rates, double gpus) {
  const double place = std::max(std::log2(gpus) - 1, 0.0);
  const auto below = place < 1 ? 0U : 1U;
  const CollectivePoint &a = rates[below], &b = rates[below + 1];
  const double share = place - below, held = std::min(share, 1.0);
  return {std::lerp(a.log_start, b.log_start, share),
          std::lerp(a.log_bandwidth, b.log_bandwidth, held),
          std::lerp(a.sharpness, b.sharpness, held)};
}

double in_node_time(const CollectiveRates& rates, Collective collective, double bytes,
                    double gpus) {
  const CollectivePoint point = at_size(rates, gpus);
  const double moved = steps_of(collective) * (gpus - 1) / gpus * bytes;
  const double transfer = moved / std::exp(point.log_bandwidth);
  const double p = point.sharpness;
  return std::pow(std::pow(std::exp(point.log_start), p) + std::pow(transfer, p), 1 / p);
}

// What crosses the border of a node goes through the cards of all its ranks; of all-to-all each
// rank sends its own.
double between_nodes_time(Collective collective, double bytes, const CollectiveGroup& group) {
  const double nodes = group.gpus / group.in_node;
  const double nic = group.nic_bandwidth.value * nic_share;
  const double start = network_start + network_step * steps_of(collective) * std::log2(nodes);
  const double crossing = (nodes - 1) / nodes * bytes;
  if (collective == Collective::all_to_all) return start + crossing / nic;
  return start + steps_of(collective) * crossing / (group.in_node * nic);
}

}  // namespace

std::string_view collective_name(Collective collective) {
  return names[static_cast<std::size_t>(collective)];
}

std::optional<Collective> parse_collective(std::string_view name) {
  for (std::size_t at = 0; at < names.size(); ++at)
    if (names[at] == name) return static_cast<Collective>(at);
  return std::nullopt;
}

std::span<const CoefficientField<CollectiveCoefficients>> CollectiveCoefficients::fields() {
  return all_fields;
}

CollectivePoint collective_point(double link_bandwidth, const CollectiveCoefficients& fitted) {
  return {std::log(fitted.start_us * micro), std::log(link_bandwidth * fitted.link_share),
          fitted.sharpness};
}

Seconds collective_time(const CollectiveRates& rates, Collective collective, double bytes,
                        const CollectiveGroup& group) {
  if (group.gpus <= 1) return Seconds(0);
  if (group.gpus <= group.in_node)
    return Seconds(in_node_time(rates, collective, bytes, group.gpus));
  const double between = between_nodes_time(collective, bytes, group);
  if (group.in_node <= 1) return Seconds(between);
  // The rings run through links and network at once: the slower of both sets the pace.
  return Seconds(std::max(in_node_time(rates, collective, bytes, group.in_node), between));
}

}  // namespace wgf::advisor
