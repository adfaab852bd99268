// SPDX-License-Identifier: MIT
// A package is only worth timing where it computes what the network computes.

#include <ATen/ops/linalg_vector_norm.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>
#include <torch/utils.h>

#include <cmath>

#include "engine/benchmarks/train_step.h"
#include "engine/compile/package.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

using Tensors = std::vector<at::Tensor>;

// What one step left behind; on the CPU, where it is not in the memory that is measured.
struct Outcome {
  double loss = 0;
  Tensors tensors;  // parameters, then buffers
};

Tensors all_of(const Network& network) {
  Tensors tensors;
  for (const at::Tensor& parameter : network.parameters()) tensors.push_back(parameter.detach());
  for (const at::Tensor& buffer : network.buffers()) tensors.push_back(buffer);
  return tensors;
}

Tensors copied(const Tensors& tensors) {
  Tensors copies;
  for (const at::Tensor& tensor : tensors) copies.push_back(tensor.cpu().clone());
  return copies;
}

void restore(const Tensors& tensors, const Tensors& start) {
  for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i].copy_(start[i]);
}

double squared_norm(const at::Tensor& tensor) {
  // Counters are integers.
  const at::Tensor real = tensor.is_floating_point() ? tensor : tensor.to(at::kDouble);
  const auto norm =
      at::linalg_vector_norm(real, 2, std::nullopt, /*keepdim=*/false, at::kDouble).item<double>();
  return norm * norm;
}

struct Range {
  std::size_t begin, end;
};

// Norm of the difference of two steps over the norm of the first one's change.
double difference_in(Range range, const Outcome& reference, const Outcome& other,
                     const Tensors& start) {
  double difference = 0, change = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    difference += squared_norm(other.tensors[i] - reference.tensors[i]);
    change += squared_norm(reference.tensors[i] - start[i]);
  }
  return change > 0 ? std::sqrt(difference / change) : std::sqrt(difference);
}

// Buffers change by more than parameters do (running means by a tenth, parameters by a thousandth):
// in one norm they would hide them.
double update_difference(const Outcome& reference, const Outcome& other, const Tensors& start,
                         std::size_t parameters) {
  return std::max(difference_in({0, parameters}, reference, other, start),
                  difference_in({parameters, start.size()}, reference, other, start));
}

double relative(double reference, double other) {
  return std::abs(other - reference) / std::max(std::abs(reference), 1e-30);
}

// What sums in another order come to: in units of 1, by the precision of the products. The first
// step of Adam is the sign of each gradient, which those near zero lose first.
struct Tolerance {
  double output, update;
};

Tolerance tolerance_of(const ModelSettings& settings) {
  const bool is_sgd = settings.optimizer == "sgd";
  if (settings.precision == Precision::fp32) return {1e-3, is_sgd ? 0.02 : 0.1};
  if (settings.precision == Precision::tf32) return {1e-2, is_sgd ? 0.1 : 0.3};
  return {5e-2, is_sgd ? 0.3 : 0.8};
}

// The noise of two runs says what a third may differ by; three times that does not happen.
constexpr double noise_factor = 3;

// Of the loss; more than rounding, so the network draws random numbers (dropout).
constexpr double telling_noise = 1e-3;

bool is_explained(double difference, double tolerance, double noise) {
  return std::isfinite(difference) && difference <= tolerance + noise_factor * noise;
}

}  // namespace

double largest_difference(const at::Tensor& reference, const at::Tensor& other) {
  const at::Tensor expected = reference.to(at::kDouble), actual = other.to(at::kDouble);
  const auto difference = (actual - expected).abs().max().item<double>();
  const auto size = expected.abs().max().item<double>();
  if (!std::isfinite(difference) || size == 0) return difference == 0 ? 0 : INFINITY;
  return difference / size;
}

PackageCheck check_training(ModelCase& opened, PackagedTrainStep& packaged) {
  const Tensors tensors = all_of(*opened.model.network);
  const Tensors start = copied(tensors);
  StepTimer untimed(opened.device, 3);
  const auto outcome_of = [&](StepWork& work, const std::function<double()>& loss) {
    work.step(untimed);
    Outcome outcome{.loss = loss(), .tensors = copied(tensors)};
    const torch::NoGradGuard no_gradients;
    restore(tensors, start);
    return outcome;
  };
  const auto eager = [&](std::uint64_t seed) {
    torch::manual_seed(seed);
    TrainStep step(opened);  // with momenta of its own
    Outcome outcome = outcome_of(step, [&] { return step.last_loss(); });
    step.zero_grad();
    return outcome;
  };
  const Outcome first = eager(1), second = eager(2);
  release_cached_memory(opened.device);
  const c10::InferenceMode inference;
  const Outcome compiled = outcome_of(packaged, [&] { return packaged.last_loss(); });
  const std::size_t count = opened.model.network->parameters().size();
  return {.output_difference = relative(first.loss, compiled.loss),
          .update_difference = update_difference(first, compiled, start, count),
          .output_noise = relative(first.loss, second.loss),
          .update_noise = update_difference(first, second, start, count)};
}

void PackageCheck::add_to(results::Result& result, const ModelSettings& settings) const {
  const double update = update_difference.value_or(0);
  const auto add = [&](const char* tag, double difference) {
    if (std::isfinite(difference))
      result.metrics.push_back(results::single_metric(tag, difference));
  };
  add("output_difference", output_difference);
  if (update_difference) add("update_difference", update);
  if (output_noise > telling_noise)
    result.warnings.push_back({"engine.package_noise",
                               {{"noise", fmt::format("{:.2g}", output_noise)},
                                {"output", fmt::format("{:.2g}", output_difference)}}});
  const Tolerance tolerance = tolerance_of(settings);
  if (is_explained(output_difference, tolerance.output, output_noise) &&
      is_explained(update, tolerance.update, update_noise))
    return;
  result.status = results::Status::invalid;
  result.reason = Message{"engine.package_differs",
                          {{"output", fmt::format("{:.2g}", output_difference)},
                           {"update", fmt::format("{:.2g}", update)}}};
}

}  // namespace wgf::engine
