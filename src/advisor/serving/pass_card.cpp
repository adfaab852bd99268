// SPDX-License-Identifier: MIT
#include "advisor/serving/pass_card.h"

#include <algorithm>

#include "advisor/operators/power_sum.h"

namespace wgf::advisor {
namespace {

std::array<double, arithmetic_count> limits_of(const catalog::Gpu& gpu) {
  constexpr const char* names[] = {"bf16", "fp8", "fp4", "int8"};
  std::array<double, arithmetic_count> limits{};
  for (std::size_t i = 0; i < limits.size(); ++i)
    if (const auto peak = catalog::clock_bound_peak(gpu, names[i])) limits[i] = peak->value;
  for (const char* name : {"fp16", "fp32"})  // what it multiplies 16 bits with
    if (const auto peak = catalog::clock_bound_peak(gpu, name); limits[0] <= 0 && peak)
      limits[0] = peak->value;
  return limits;
}

// llama.cpp lets cuBLAS add up in 16 bits, at which GeForce cards are twice as fast as at 32: half
// of their rate of integers, as all cards with tensor cores are. Its products of 512 tokens reach
// half of that peak, so that the card's power rarely bounds them.
MatrixRates unpacked_rates(const catalog::Gpu& gpu, const PassCard& card) {
  constexpr double reached = 0.55;
  // Of the peak of Hopper's own instructions (wgmma), those of Ampere's kernels (mma) reach this
  // much (Luo et al., arXiv 2402.13499).
  constexpr double of_older_kernels = 0.63;
  MatrixRates rates = card.rates.matrix[static_cast<std::size_t>(MatrixType::bf16)];
  CardFacts facts = card.facts;
  double& peak = facts.peaks[static_cast<std::size_t>(Arithmetic::bf16)];
  if (peak <= 0) return rates;
  const double energy = energy_of_share(facts, Arithmetic::bf16, rates.operations / peak);
  peak = std::max(peak, facts.peak(Arithmetic::int8) / 2);
  constexpr double beyond_rating = 1.11;  // as trainings show (geforce_clock of training.toml)
  if (catalog::is_geforce(gpu)) peak *= beyond_rating;
  const double share = gpu.architecture == "Hopper" ? reached * of_older_kernels : reached;
  rates.operations = peak * sustained_share(facts, Arithmetic::bf16, energy, share);
  return rates;
}

// llama.cpp's products of integers (MMQ) on Ada and Blackwell: a share of the rate of integers, or
// what power allows, which binds where cards have less than 0.7 W for each of its TOPS (published
// runs of RTX 4090, 5090, 6000 Ada and both PRO 6000: docs/notes/2026-11-serving.md). On Ampere
// (RTX 3090) they take the time of the unpacked ones; of other cards no run tells.
std::optional<double> integer_operations(const catalog::Gpu& gpu, const CardFacts& facts) {
  constexpr double reached = 0.42, operations_a_joule = 0.62e12, bend = 6;
  const std::string& capability = gpu.compute_capability;
  const double peak = facts.peak(Arithmetic::int8);
  if ((capability != "8.9" && !capability.starts_with("12.")) || peak <= 0) return std::nullopt;
  if (facts.watts <= 0) return reached * peak;
  return 1 / power_sum(1 / (reached * peak), 1 / (operations_a_joule * facts.watts), 0, bend);
}

}  // namespace

// Kernels of programs for one user stream no more than this many bytes a clock on each processor:
// llama.cpp on A100 5.7, on H100 PCIe 5.4 (GPU-Benchmarks-on-LLM-Inference, Llama 3 8B, F16). Cards
// with GDDR have less bandwidth than that, those with HBM more.
PassCard pass_card(const catalog::Gpu& gpu, const Node& node, ServingSoftware software) {
  PassCard card{operators_of(gpu), card_facts(gpu), node, limits_of(gpu)};
  if (!is_for_one_user(software)) return card;
  constexpr double bytes_a_clock = 5.6, bend = 4;
  const double streamed = bytes_a_clock * card.facts.processors * card.facts.clock_ghz * giga;
  for (MatrixRates& rates : card.rates.matrix)
    rates.bytes = 1 / power_sum(1 / rates.bytes, 1 / streamed, 0, bend);
  if (software != ServingSoftware::llama_cpp) return card;
  card.unpacked = unpacked_rates(gpu, card);
  card.integer_operations = integer_operations(gpu, card.facts);
  constexpr auto half = static_cast<std::size_t>(Arithmetic::bf16);
  const double of_integers = card.limits[static_cast<std::size_t>(Arithmetic::int8)];
  const double reachable = card.integer_operations ? of_integers : of_integers / 2;
  card.limits[half] = std::max(card.limits[half], reachable);
  return card;
}

}  // namespace wgf::advisor
