// SPDX-License-Identifier: MIT
#include "advisor/operators/card_facts.h"

#include <cmath>

namespace wgf::advisor {
namespace {

constexpr double static_power = 0.15;  // of the limit: leakage, memory, fans
constexpr double reference_clock_ghz = 1.83;
constexpr double bend = 6;  // of the smooth minimum
constexpr double pico = 1e-12;

double power_per_energy(const CardFacts& card, Arithmetic arithmetic) {
  const double clock = card.clock_ghz / reference_clock_ghz;
  return (1 - static_power) * card.watts / (pico * clock * clock * card.peak(arithmetic));
}

}  // namespace

CardFacts card_facts(const catalog::Gpu& gpu) {
  CardFacts card;
  const auto peak = [&](const char* name) {
    const auto found = catalog::dense_peak(gpu, name);
    return found ? found->value : 0;
  };
  const double half = gpu.peak.bf16 ? peak("bf16") : peak("fp16");
  card.peaks = {half, peak("fp8"), peak("fp4"), peak("int8")};
  card.bandwidth = gpu.memory_bandwidth.value;
  if (gpu.sm_count) card.processors = *gpu.sm_count;
  if (gpu.l2_mb) card.cache_bytes = *gpu.l2_mb * 1e6;
  if (gpu.tdp) card.watts = gpu.tdp->value;
  if (const auto mhz = gpu.tensor_clock_mhz ? gpu.tensor_clock_mhz : gpu.boost_clock_mhz)
    card.clock_ghz = *mhz / 1e3;
  card.link = gpu.interconnect;
  card.is_staged = catalog::is_geforce(gpu);
  if (gpu.interconnect_bandwidth) card.link_bandwidth = gpu.interconnect_bandwidth->value / 2;
  if (gpu.pcie_generation && gpu.pcie_lanes) {
    constexpr double generation_3_lane = 1e9;  // byte/s; every generation doubles it
    card.host_bandwidth = generation_3_lane * std::exp2(*gpu.pcie_generation - 3) * *gpu.pcie_lanes;
  }
  return card;
}

double sustained_share(const CardFacts& card, Arithmetic arithmetic, double energy_pj,
                       double reached) {
  if (card.watts <= 0) return reached;
  const double power_share = std::sqrt(power_per_energy(card, arithmetic) / energy_pj);
  return reached * std::pow(1 + std::pow(reached / power_share, bend), -1 / bend);
}

double energy_of_share(const CardFacts& card, Arithmetic arithmetic, double share) {
  const double power_share =
      schedule_share * std::pow(std::pow(schedule_share / share, bend) - 1, -1 / bend);
  return power_per_energy(card, arithmetic) / (power_share * power_share);
}

}  // namespace wgf::advisor
