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

bool is_server_blackwell(Generation generation) {
  return generation == Generation::blackwell || generation == Generation::blackwell_ultra;
}

double relative_energy(ComputeType type, Generation generation, const TrainingCoefficients& c) {
  const double narrow = is_server_blackwell(generation) ? c.blackwell_narrow_energy : 1;
  switch (type) {
    case ComputeType::fp32:
      return 4;  // vector units; twice that of TF32
    case ComputeType::tf32:
      return 2;  // twice the bits of bf16
    case ComputeType::bf16:
      return 1;
    case ComputeType::fp8:
      return c.fp8_energy * narrow;
    case ComputeType::fp4:
      break;
  }
  return c.fp4_energy * narrow;
}

double reachable(ComputeType type, const TrainingCoefficients& c) {
  const double peak = std::min(c.matrix_peak, 0.97);
  if (type == ComputeType::fp8) return peak * c.fp8_peak;
  return type == ComputeType::fp4 ? peak * c.fp4_peak : peak;
}

// How fast one card multiplies under one software.
class Sustained {
 public:
  Sustained(const catalog::Gpu& gpu, Generation generation, Software software,
            const TrainingCoefficients& c)
      : limit_(gpu.tdp->value * (1 - static_power)),
        generation_(generation),
        clock_(catalog::is_geforce(gpu) ? c.geforce_clock : 1),
        software_share_(c.matrices[static_cast<std::size_t>(software)]),
        c_(c) {}
  FlopsPerSecond operator()(const Rate& rate) const {
    const double units = rate.peak.value * clock_ * reachable(rate.type, c_) * software_share_;
    const double energy = c_.energy[static_cast<std::size_t>(generation_)] *
                          relative_energy(rate.type, generation_, c_) * pico;
    const double power = limit_ / energy;
    return FlopsPerSecond{
        std::pow(std::pow(units, -sharpness) + std::pow(power, -sharpness), -1 / sharpness)};
  }

 private:
  double limit_;
  Generation generation_;
  double clock_, software_share_;
  const TrainingCoefficients& c_;
};

bool is_amd(Generation generation) {
  return generation == Generation::cdna3 || generation == Generation::cdna4;
}

// Kernels that know the card come with NVIDIA's (and AMD's) Transformer Engine and with native
// trainers, else a source says so. PyTorch's own were written for Ampere, on CDNA in Triton.
bool has_portable_attention(const TrainingCase& one, Generation generation) {
  const bool is_new =
      generation == Generation::hopper || is_server_blackwell(generation) || is_amd(generation);
  const bool knows_card = one.has_newest_attention || one.software == Software::native ||
                          one.software == Software::transformer_engine;
  return is_new && !knows_card;
}

// NVIDIA's releases since June 2026 multiply, activate and quantise experts in one kernel.
bool has_fused_experts(const TrainingCase& one, Generation generation, ComputeType type) {
  constexpr double first_release_age = 0.25;  // years
  return one.software == Software::transformer_engine && one.release_age < first_release_age &&
         is_server_blackwell(generation) && type >= ComputeType::fp8;
}

// Blackwell's kernels of narrow formats were new in the releases of its first half-year.
bool has_early_kernels(const TrainingCase& one, Generation generation, ComputeType type) {
  constexpr double first_mature_release_age = 1.05;  // years; since August 2025
  return one.release_age > first_mature_release_age && is_server_blackwell(generation) &&
         type >= ComputeType::fp8;
}

}  // namespace

std::string_view type_on(const catalog::Gpu& gpu, std::string_view precision) {
  constexpr std::string_view narrow_first[] = {"fp4", "fp8", "bf16", "fp16", "tf32", "fp32"};
  if (catalog::dense_peak(gpu, precision)) return precision;
  const std::string_view first = precision == "fp16" ? "bf16" : precision;  // as wide
  bool is_wide_enough = false;
  for (const std::string_view type : narrow_first) {
    is_wide_enough = is_wide_enough || type == first;
    if (is_wide_enough && catalog::dense_peak(gpu, type)) return type;
  }
  return precision;
}

// A peak of 16 bits serves all narrower types too.
SpeedGap speed_gap(const catalog::Gpu& gpu) {
  if (!generation_of(gpu)) return SpeedGap::generation;
  if (!rate_of(gpu, ComputeType::bf16)) return SpeedGap::peak;
  return gpu.tdp && gpu.memory_bandwidth.value > 0 ? SpeedGap::none : SpeedGap::figure;
}

std::optional<CardSpeed> card_speed(const catalog::Gpu& gpu, const TrainingCase& one,
                                    const TrainingCoefficients& c) {
  const std::optional<Generation> generation = generation_of(gpu);
  const std::optional<Rate> rate = rate_of(gpu, one.matrices);
  const std::optional<Rate> half = rate_of(gpu, ComputeType::bf16);
  if (speed_gap(gpu) != SpeedGap::none || !rate) return std::nullopt;
  const auto at = static_cast<std::size_t>(*generation);
  const auto software = static_cast<std::size_t>(one.software);
  CardSpeed speed;
  speed.generation = *generation;
  speed.bandwidth = gpu.memory_bandwidth;
  speed.bf16_peak = half->peak;
  const Sustained sustained(gpu, *generation, one.software, c);
  speed.matrix_rate =
      sustained(*rate) * (has_early_kernels(one, *generation, rate->type) ? c.early_narrow : 1);
  speed.head_rate = sustained(*half);
  constexpr double most_of_peak = 0.9;
  const bool is_portable = has_portable_attention(one, *generation);
  const double first = is_portable ? c.first_portable_attention : c.first_attention;
  const double kernels = c.attention_kernels[software] * (is_portable ? c.portable_attention : 1) *
                         (one.has_first_attention ? first : 1);
  speed.attention_rate = half->peak * std::min(c.attention[at] * kernels, most_of_peak);
  // Of the rows of Hopper none is faster for it.
  if (one.has_narrow_attention && is_server_blackwell(*generation))
    if (const std::optional<Rate> narrow = rate_of(gpu, ComputeType::fp8))
      speed.attention_rate = speed.attention_rate * (narrow->peak.value / half->peak.value);
  speed.has_fused_experts = has_fused_experts(one, *generation, rate->type);
  constexpr double bytes[] = {4, 4, 2, 1, 0.5625};  // fp4 with a scale for sixteen numbers
  speed.matrix_bytes = bytes[static_cast<std::size_t>(rate->type)];
  return speed;
}

}  // namespace wgf::advisor
