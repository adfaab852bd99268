// SPDX-License-Identifier: MIT
#include "advisor/training/matrix_speed.h"

#include <algorithm>
#include <cmath>

namespace wgf::advisor {
namespace {

constexpr double static_power = 0.3;  // of the limit: memory, caches, leakage
constexpr double pico = 1e-12;
constexpr double sharpness = 6;  // of the join of the two limits

struct Rate {
  ComputeType type = ComputeType::bf16;
  FlopsPerSecond peak;
};

// The type itself, else the next wider one.
std::optional<Rate> rate_of(const catalog::Gpu& gpu, ComputeType type) {
  const auto dense = [&](const char* name) { return catalog::dense_peak(gpu, name); };
  if (type == ComputeType::fp4)
    if (const auto peak = dense("fp4")) return Rate{type, *peak};
  if (type >= ComputeType::fp8)
    if (const auto peak = dense("fp8")) return Rate{ComputeType::fp8, *peak};
  if (type >= ComputeType::bf16) {
    if (const auto peak = dense("bf16")) return Rate{ComputeType::bf16, *peak};
    if (const auto peak = dense("fp16")) return Rate{ComputeType::bf16, *peak};
  }
  if (type >= ComputeType::tf32)
    if (const auto peak = dense("tf32")) return Rate{ComputeType::tf32, *peak};
  if (const auto peak = dense("fp32")) return Rate{ComputeType::fp32, *peak};
  return std::nullopt;
}

double relative_energy(ComputeType type, const TrainingCoefficients& c) {
  switch (type) {
    case ComputeType::fp32:
      return 4;  // vector units; twice that of TF32
    case ComputeType::tf32:
      return 2;  // twice the bits of bf16
    case ComputeType::bf16:
      return 1;
    case ComputeType::fp8:
      return c.fp8_energy;
    case ComputeType::fp4:
      break;
  }
  return c.fp4_energy;
}

double reachable(ComputeType type, const TrainingCoefficients& c) {
  const double peak = std::min(c.matrix_peak, 0.97);
  if (type == ComputeType::fp8) return peak * c.fp8_peak;
  return type == ComputeType::fp4 ? peak * c.fp4_peak : peak;
}

FlopsPerSecond sustained(const Rate& rate, Watts limit, double energy, Software software,
                         const TrainingCoefficients& c) {
  const double units =
      rate.peak.value * reachable(rate.type, c) * c.matrices[static_cast<std::size_t>(software)];
  const double power =
      limit.value * (1 - static_power) / (energy * pico * relative_energy(rate.type, c));
  return FlopsPerSecond{
      std::pow(std::pow(units, -sharpness) + std::pow(power, -sharpness), -1 / sharpness)};
}

}  // namespace

std::optional<CardSpeed> card_speed(const catalog::Gpu& gpu, const TrainingCase& one,
                                    const TrainingCoefficients& c) {
  const std::optional<Generation> generation = generation_of(gpu);
  const std::optional<Rate> rate = rate_of(gpu, one.matrices);
  const std::optional<Rate> half = rate_of(gpu, ComputeType::bf16);
  if (!generation || !rate || !half || !gpu.tdp || gpu.memory_bandwidth.value <= 0)
    return std::nullopt;
  const auto at = static_cast<std::size_t>(*generation);
  const auto software = static_cast<std::size_t>(one.software);
  CardSpeed speed;
  speed.generation = *generation;
  speed.bandwidth = gpu.memory_bandwidth;
  speed.bf16_peak = half->peak;
  speed.matrix_rate = sustained(*rate, *gpu.tdp, c.energy[at], one.software, c);
  speed.head_rate = sustained(*half, *gpu.tdp, c.energy[at], one.software, c);
  constexpr double most_of_peak = 0.9;
  speed.attention_rate =
      half->peak * std::min(c.attention[at] * c.attention_kernels[software], most_of_peak);
  constexpr double bytes[] = {4, 4, 2, 1, 0.5625};  // fp4 with a scale for sixteen numbers
  speed.matrix_bytes = bytes[static_cast<std::size_t>(rate->type)];
  return speed;
}

}  // namespace wgf::advisor
