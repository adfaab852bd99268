// SPDX-License-Identifier: MIT
#include "advisor/predict/claim.h"

#include <algorithm>

namespace wgf::advisor {
namespace {

constexpr double forward_and_backward = 3;
constexpr double rounding = 1.01;  // of stated figures and datasheets

// The fastest dense rate of any type: integers count too where nothing says that it is training.
std::optional<double> fastest_rate(const Claim& claim) {
  std::optional<FlopsPerSecond> peak =
      highest_peak(*claim.gpu, claim.type.value_or(ComputeType::fp4));
  const bool may_be_integers = !claim.type && claim.work != ClaimWork::training;
  if (may_be_integers)
    for (const char* type : {"int8", "int4"})
      if (const auto rate = catalog::clock_bound_peak(*claim.gpu, type))
        if (!peak || *rate > *peak) peak = rate;
  if (!peak) return std::nullopt;
  return peak->value * claim.gpus;
}

}  // namespace

bool ClaimVerdict::is_impossible() const {
  return needed > available * rounding;
}

std::optional<ClaimVerdict> check_claim(const Claim& claim) {
  ClaimVerdict verdict;
  if (claim.unit == ClaimUnit::bytes) {
    verdict.needed = claim.value;
    verdict.available = verdict.most = claim.gpu->memory_bandwidth.value * claim.gpus;
    return verdict;
  }
  const std::optional<double> rate = fastest_rate(claim);
  const bool is_work = claim.unit != ClaimUnit::flops;
  if (!rate || (is_work && !claim.forward_flops)) return std::nullopt;
  const double passes = claim.work == ClaimWork::training ? forward_and_backward : 1;
  const double flops = is_work ? passes * *claim.forward_flops : 1;
  verdict.needed = claim.value * flops;
  verdict.available = *rate;
  verdict.most = *rate / flops;
  if (is_work && claim.work == ClaimWork::unstated) {
    Claim training = claim;
    training.work = ClaimWork::training;
    const double training_rate = fastest_rate(training).value_or(*rate);
    verdict.most_training = training_rate / (forward_and_backward * flops);
  }
  return verdict;
}

}  // namespace wgf::advisor
