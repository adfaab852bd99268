// SPDX-License-Identifier: MIT
#include "engine/compile/step_difference.h"

#include <ATen/ops/linalg_vector_norm.h>

#include <algorithm>
#include <cmath>

namespace wgf::engine {
namespace {

double squared_norm(const at::Tensor& tensor) {
  // Counters are integers.
  const at::Tensor real = tensor.is_floating_point() ? tensor : tensor.to(at::kDouble);
  const auto norm =
      at::linalg_vector_norm(real, 2, std::nullopt, /*keepdim=*/false, at::kDouble).item<double>();
  return norm * norm;
}

at::Tensor change_of(const StepOutcome& outcome, std::size_t tensor) {
  return outcome.end[tensor] - outcome.start[tensor];
}

// Squared norms.
struct Change {
  double own = 0, difference = 0, noise = 0;
};

Change& operator+=(Change& sum, const Change& one) {
  sum.own += one.own;
  sum.difference += one.difference;
  sum.noise += one.noise;
  return sum;
}

double share(double squared, double of) {
  return of > 0 ? std::sqrt(squared / of) : std::sqrt(squared);
}

}  // namespace

StepDifference step_difference(const StepOutcome& network, const std::vector<StepOutcome>& again,
                               const StepOutcome& other, double sturdy) {
  Change all, compared;
  StepDifference result{.all = static_cast<std::int64_t>(network.end.size())};
  for (std::size_t i = 0; i < network.end.size(); ++i) {
    const at::Tensor own = change_of(network, i);
    Change change{.own = squared_norm(own), .difference = squared_norm(change_of(other, i) - own)};
    for (const StepOutcome& one : again)
      change.noise = std::max(change.noise, squared_norm(change_of(one, i) - own));
    all += change;
    if (share(change.noise, change.own) > sturdy) continue;
    compared += change;
    ++result.compared;
  }
  const Change& told = result.compared > 0 ? compared : all;
  result.difference = share(told.difference, told.own);
  result.noise = share(told.noise, told.own);
  return result;
}

}  // namespace wgf::engine
