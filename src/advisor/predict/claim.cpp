// SPDX-License-Identifier: MIT
#include "advisor/predict/claim.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "catalog/clock_limit.h"

namespace wgf::advisor {
namespace {

constexpr double rounding = 1.01;  // of stated figures and datasheets

// Integers that may multiply: those of stated bits or wider; where no type is stated, all unless it
// is training or counted in FLOPS.
bool may_multiply(const Claim& claim, int bits) {
  if (claim.integer_bits > 0) return bits >= claim.integer_bits;
  const bool is_trained = claim.work == ClaimWork::training || claim.work == ClaimWork::adapters;
  return !claim.type && !is_trained && !claim.is_floating_point;
}

// With products added up in 16 bits cards multiply fp8 as fast as int8 and fp16 half as fast, where
// their quoted rates are those of sums in 32 bits (GeForce: half of it).
std::optional<FlopsPerSecond> rate_of_16_bit_sums(const Claim& claim) {
  const bool is_any = !claim.type && claim.is_floating_point;
  if (claim.integer_bits > 0 || !(claim.type || is_any)) return std::nullopt;
  const auto integers = catalog::clock_bound_peak(*claim.gpu, "int8");
  if (!integers || !catalog::dense_peak(*claim.gpu, "fp16")) return std::nullopt;
  const bool is_fp8 = is_any || claim.type == ComputeType::fp8;
  if (is_fp8 && catalog::dense_peak(*claim.gpu, "fp8")) return integers;
  return is_any || claim.may_sum_in_16_bits ? std::optional(*integers * 0.5) : std::nullopt;
}

// The fastest dense rate of the stated type or a wider one, or of any, at the highest clock.
std::optional<double> fastest_rate(const Claim& claim) {
  std::optional<FlopsPerSecond> peak =
      highest_peak(*claim.gpu, claim.type.value_or(ComputeType::fp4));
  if (const auto rate = rate_of_16_bit_sums(claim); rate && (!peak || *rate > *peak)) peak = rate;
  for (const auto& [type, bits] : {std::pair("int8", 8), {"int4", 4}}) {
    if (!may_multiply(claim, bits)) continue;
    const auto rate = catalog::clock_bound_peak(*claim.gpu, type);
    if (rate && (!peak || *rate > *peak)) peak = rate;
  }
  if (!peak) return std::nullopt;
  return peak->value * catalog::clock_headroom(*claim.gpu) * claim.gpus;
}

// What a GPU sends in an all-reduce over what it holds: 2 (n-1)/n, or all of it once where the
// switch adds up (NVSwitch of generation 3 and later).
double wire_share(const Claim& claim) {
  const std::string& name = claim.gpu->interconnect;
  const bool has_switch = name == "NVLink4" || name == "NVLink5";
  return claim.is_all_reduce && has_switch ? claim.gpus / (2.0 * (claim.gpus - 1)) : 1;
}

std::optional<ClaimVerdict> check_link(const Claim& claim) {
  if (claim.gpus < 2 || !claim.gpu->interconnect_bandwidth) return std::nullopt;
  ClaimVerdict verdict;
  const double share = wire_share(claim);
  verdict.needed = claim.value * share;
  verdict.available = claim.gpu->interconnect_bandwidth->value / 2;  // one direction
  verdict.most = verdict.available / share;
  return verdict;
}

ClaimVerdict check_amount(double value, double most) {
  ClaimVerdict verdict;
  verdict.needed = value;
  verdict.available = verdict.most = most;
  return verdict;
}

// One token of all sequences in flight takes one reading of the weights, less what stays in the
// last-level caches.
std::optional<ClaimVerdict> check_reading(const Claim& claim) {
  const bool is_generation = claim.unit == ClaimUnit::tokens && claim.work == ClaimWork::inference;
  if (!is_generation || !claim.generates || !claim.batch || !claim.weights) return std::nullopt;
  const double cached = catalog::cached_bytes(*claim.gpu) * claim.gpus;
  const double bytes = *claim.weights * weight_bytes(claim) - cached;
  if (bytes <= 0) return std::nullopt;
  ClaimVerdict verdict;
  verdict.is_of_weights = true;
  verdict.needed = claim.value / *claim.batch * bytes;
  verdict.available = claim.gpu->memory_bandwidth.value * claim.gpus;
  verdict.most = verdict.available / bytes * *claim.batch;
  return verdict;
}

// Of work that is not stated: were it generation.
std::optional<double> most_generated(const Claim& claim) {
  if (claim.work != ClaimWork::unstated) return std::nullopt;
  Claim generation = claim;
  generation.work = ClaimWork::inference;
  const auto reading = check_reading(generation);
  return reading ? std::optional(reading->most) : std::nullopt;
}

// In the stated type, else of the fewest bits: 8 where they are trained; frozen weights beside
// adapters may be of four.
double least_weight_bytes(const Claim& claim) {
  constexpr double four_bits = 0.5, eight_bits = 1;
  const double each = weight_bytes(claim);
  if (claim.work == ClaimWork::training) return std::max(each, eight_bits);
  return claim.work == ClaimWork::adapters ? std::min(each, four_bits) : each;
}

double room_of(const Claim& claim) {
  return claim.gpu->memory_gb * static_cast<double>(gibi) * claim.gpus;
}

// What a pass reads beyond the cards' memory comes over the link each time.
std::optional<double> streamed_pass(const Claim& claim) {
  const auto link = host_link_of(*claim.gpu);
  if (!claim.weights || !link) return std::nullopt;
  const double bytes = *claim.weights * least_weight_bytes(claim) - room_of(claim);
  if (bytes <= 0) return std::nullopt;
  return bytes / (link->one_direction.value * claim.gpus);
}

// The link's bound, or that of the FLOPs or of the cards' memory where those bind more.
void add_streamed(ClaimVerdict& verdict, const Claim& claim) {
  verdict.streamed_pass = streamed_pass(claim);
  if (!verdict.streamed_pass || !claim.of_pass) return;
  const double by_link = *claim.of_pass / (weight_passes(claim.work) * *verdict.streamed_pass);
  verdict.is_held_by_link = by_link < verdict.most;
  verdict.most_streamed = std::min(by_link, verdict.most);
}

void add_room(ClaimVerdict& verdict, const Claim& claim) {
  if (!claim.stored) return;
  verdict.held = *claim.stored * least_weight_bytes(claim);
  verdict.held_bits = 8 * least_weight_bytes(claim);
  verdict.room = room_of(claim);
  if (!verdict.has_room()) add_streamed(verdict, claim);
}

// Where no peak is known: against the cards' bandwidth alone, if the claim can be held to that.
std::optional<ClaimVerdict> check_without_flops(const Claim& claim) {
  std::optional<ClaimVerdict> verdict = check_reading(claim);
  if (verdict) add_room(*verdict, claim);
  return verdict;
}

}  // namespace

std::optional<HostLink> host_link_of(const catalog::Gpu& gpu) {
  // GB/s a lane and direction: 8, 16 and 32 GT/s with 130 bits for 128; 64 GT/s with 256 bytes for
  // 236 (PCI Express Base Specification, revisions 3 to 6).
  constexpr double lane_gbs[] = {0.985, 1.969, 3.938, 7.563};
  constexpr int first_generation = 3;
  constexpr double directions = 2;
  if (catalog::shares_host_memory(gpu)) return std::nullopt;
  if (gpu.host_bandwidth)
    return HostLink{gpu.host_interconnect, BytesPerSecond(gpu.host_bandwidth->value / directions)};
  if (!gpu.pcie_generation || !gpu.pcie_lanes) return std::nullopt;
  const int place = *gpu.pcie_generation - first_generation;
  if (place < 0 || place >= static_cast<int>(std::size(lane_gbs))) return std::nullopt;
  return HostLink{"PCI Express", BytesPerSecond(lane_gbs[place] * *gpu.pcie_lanes * giga)};
}

double passes_of(ClaimWork work) {
  const bool has_adapters = work == ClaimWork::adapters;
  return has_adapters || work == ClaimWork::training ? training_passes(has_adapters) : 1;
}

double weight_passes(ClaimWork work) {
  constexpr double forward_and_backward = 2;
  return work == ClaimWork::adapters || work == ClaimWork::training ? forward_and_backward : 1;
}

std::string_view to_text(ClaimWork work) {
  constexpr std::string_view names[] = {"unstated", "training", "adapters", "inference"};
  return names[static_cast<std::size_t>(work)];
}

double weight_bytes(const Claim& claim) {
  constexpr double bits_per_byte = 8;
  if (claim.integer_bits > 0) return claim.integer_bits / bits_per_byte;
  if (!claim.type) return 0.5;
  switch (*claim.type) {
    case ComputeType::fp32:
    case ComputeType::tf32:
      return 4;
    case ComputeType::bf16:
      return 2;
    case ComputeType::fp8:
      return 1;
    case ComputeType::fp4:
      break;
  }
  return 0.5;
}

bool ClaimVerdict::has_room() const {
  return held <= room * rounding;
}

bool ClaimVerdict::is_impossible() const {
  return needed > available * rounding;
}

bool ClaimVerdict::is_undecided() const {
  return !is_impossible() && !has_room() && !streamed_pass;
}

std::optional<ClaimVerdict> check_claim(const Claim& claim) {
  if (claim.unit == ClaimUnit::link) return check_link(claim);
  if (claim.unit == ClaimUnit::memory)
    return check_amount(claim.value, claim.gpu->memory_gb * static_cast<double>(gibi));
  if (claim.unit == ClaimUnit::bytes)
    return check_amount(claim.value, claim.gpu->memory_bandwidth.value * claim.gpus);
  ClaimVerdict verdict;
  const std::optional<double> rate = fastest_rate(claim);
  const bool is_work = claim.unit != ClaimUnit::flops;
  if (!rate || (is_work && !claim.forward_flops)) return check_without_flops(claim);
  const double flops = is_work ? passes_of(claim.work) * *claim.forward_flops : 1;
  verdict.needed = claim.value * flops;
  verdict.available = *rate;
  verdict.most = *rate / flops;
  if (is_work && claim.work == ClaimWork::unstated) {
    Claim training = claim;
    training.work = ClaimWork::training;
    // Integers are what the weights are stored in: nobody trains in them.
    if (training.integer_bits > 0) training.type.reset(), training.integer_bits = 0;
    const double training_rate = fastest_rate(training).value_or(*rate);
    verdict.most_training = training_rate / (passes_of(training.work) * flops);
  }
  verdict.most_generated = most_generated(claim);
  if (const auto reading = check_reading(claim); reading && reading->factor() > verdict.factor())
    verdict = *reading;
  add_room(verdict, claim);
  return verdict;
}

}  // namespace wgf::advisor
