// SPDX-License-Identifier: MIT
#pragma once
// What the times of operators need of a card's datasheet, as plain numbers: read once a card, so
// that evaluating a time looks nothing up.

#include <array>
#include <cstddef>
#include <string>

#include "catalog/gpu.h"

namespace wgf::advisor {

// The arithmetic whose dense peak bounds a matrix product. bf16 stands for fp16 too.
enum class Arithmetic { bf16, fp8, fp4, int8 };
inline constexpr std::size_t arithmetic_count = 4;

struct CardFacts {
  std::array<double, arithmetic_count> peaks{};  // dense operations/s; 0: the card has no such rate
  double bandwidth = 0;                          // of memory, byte/s
  double processors = 128;                       // streaming multiprocessors or compute units
  double cache_bytes = 40e6;                     // last-level cache
  double watts = 0;                              // board power limit; 0: not known
  double clock_ghz = 1.83;                       // of the dense peaks
  std::string link;                              // "NVLink4", "PCIe4", …
  double link_bandwidth = 0;                     // byte/s, one direction; 0: not known
  bool is_staged = false;        // GeForce: what goes through PCIe stops in the host's memory
  double host_bandwidth = 32e9;  // PCIe, byte/s, one direction

  double peak(Arithmetic arithmetic) const { return peaks[static_cast<std::size_t>(arithmetic)]; }
};

// Where the datasheet leaves something out, the defaults above stand for it.
CardFacts card_facts(const catalog::Gpu& gpu);

// Share of the dense peak that large products sustain: the smooth minimum of what the schedule
// allows and what the power limit allows. Power grows with the square of the clock at which the
// peak is quoted and, as voltage follows clock, with the square of the share:
//   watts x (1 - static) = energy x (clock / 1.83 GHz)^2 x peak x share^2
// energy_pj: per operation at 1.83 GHz. Without a power limit the schedule alone decides.
// `reached`: of the schedule where power does not bind; by default that of the best kernels.
inline constexpr double schedule_share = 0.95;
double sustained_share(const CardFacts& card, Arithmetic arithmetic, double energy_pj,
                       double reached = schedule_share);

// The energy_pj with which a card sustains that share of its peak.
double energy_of_share(const CardFacts& card, Arithmetic arithmetic, double share);

}  // namespace wgf::advisor
