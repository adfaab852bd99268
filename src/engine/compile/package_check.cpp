// SPDX-License-Identifier: MIT
// A package is only worth timing where it computes what the network computes.

#include <ATen/ops/randn_like.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>
#include <torch/utils.h>

#include <cmath>

#include "engine/compile/package.h"
#include "engine/measure/device.h"
#include "engine/models/train_step.h"

namespace wgf::engine {
namespace {

using Tensors = std::vector<at::Tensor>;

Tensors copied(const Tensors& tensors) {
  Tensors copies;
  for (const at::Tensor& tensor : tensors) copies.push_back(tensor.detach().cpu().clone());
  return copies;
}

void restore(const Tensors& tensors, const Tensors& start) {
  for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i].copy_(start[i]);
}

double relative(double reference, double other) {
  return std::abs(other - reference) / std::max(std::abs(reference), 1e-30);
}

// What sums in another order come to: in units of 1, by the precision of the products. The first
// step of Adam is the sign of each gradient, which those near zero lose first.
struct Tolerance {
  double output, update;
  double rounding;  // of one number: half of its last place
};

Tolerance tolerance_of(const ModelSettings& settings) {
  const bool is_sgd = settings.optimizer == "sgd";
  if (settings.precision == Precision::fp32) return {1e-3, is_sgd ? 0.02 : 0.1, 0x1p-24};
  if (settings.precision == Precision::tf32) return {1e-2, is_sgd ? 0.1 : 0.3, 0x1p-11};
  return {5e-2, is_sgd ? 0.3 : 0.8, 0x1p-9};
}

// The noise of two runs says what a third may differ by; three times that does not happen.
constexpr double noise_factor = 3;

// Of the loss; more than rounding, so the network draws random numbers (dropout).
constexpr double telling_noise = 1e-3;

bool is_explained(double difference, double tolerance, double noise) {
  return std::isfinite(difference) && difference <= tolerance + noise_factor * noise;
}

bool is_explained(const std::optional<StepDifference>& update, double tolerance) {
  return !update || is_explained(update->difference, tolerance, update->noise);
}

// Every parameter off by what rounding may take from it.
void round_otherwise(const Tensors& parameters, double rounding) {
  const torch::NoGradGuard no_gradients;
  for (const at::Tensor& parameter : parameters)
    parameter.mul_(at::randn_like(parameter).mul_(rounding).add_(1));
}

struct TrainedStep {
  double loss = 0;
  StepOutcome parameters, buffers;
};

}  // namespace

double largest_difference(const at::Tensor& reference, const at::Tensor& other) {
  const at::Tensor expected = reference.to(at::kDouble), actual = other.to(at::kDouble);
  const auto difference = (actual - expected).abs().max().item<double>();
  const auto size = expected.abs().max().item<double>();
  if (!std::isfinite(difference) || size == 0) return difference == 0 ? 0 : INFINITY;
  return difference / size;
}

PackageCheck check_training(ModelCase& opened, PackagedTrainStep& packaged) {
  const Tensors parameters = opened.model.network->parameters();
  const Tensors buffers = opened.model.network->buffers();
  const Tensors first_parameters = copied(parameters), first_buffers = copied(buffers);
  const Tolerance tolerance = tolerance_of(opened.settings);
  StepTimer untimed(opened.device, 3);
  const auto outcome_of = [&](StepWork& work, const Tensors& start,
                              const std::function<double()>& loss) {
    work.step(untimed);
    TrainedStep trained{.loss = loss(),
                        .parameters = {.start = start, .end = copied(parameters)},
                        .buffers = {.start = first_buffers, .end = copied(buffers)}};
    const torch::NoGradGuard no_gradients;
    restore(parameters, first_parameters);
    restore(buffers, first_buffers);
    return trained;
  };
  const auto eager = [&](std::uint64_t seed, const Tensors& start) {
    torch::manual_seed(seed);
    TrainStep step(opened);  // with momenta of its own
    TrainedStep trained = outcome_of(step, start, [&] { return step.last_loss(); });
    step.zero_grad();
    return trained;
  };
  const TrainedStep first = eager(1, first_parameters), second = eager(2, first_parameters);
  round_otherwise(parameters, tolerance.rounding);
  const TrainedStep rounded = eager(1, copied(parameters));
  release_cached_memory(opened.device);
  const c10::InferenceMode inference;
  const TrainedStep compiled =
      outcome_of(packaged, first_parameters, [&] { return packaged.last_loss(); });
  return {.output_difference = relative(first.loss, compiled.loss),
          .parameters = step_difference(first.parameters, {second.parameters, rounded.parameters},
                                        compiled.parameters, tolerance.update),
          .buffers = step_difference(first.buffers, {second.buffers, rounded.buffers},
                                     compiled.buffers, tolerance.update),
          .output_noise = relative(first.loss, second.loss)};
}

void PackageCheck::add_to(results::Result& result, const ModelSettings& settings) const {
  const Tolerance tolerance = tolerance_of(settings);
  double update = 0;
  for (const auto& group : {parameters, buffers})
    if (group) update = std::max(update, group->difference);
  const auto add = [&](const char* tag, double difference) {
    if (std::isfinite(difference))
      result.metrics.push_back(results::single_metric(tag, difference));
  };
  add("output_difference", output_difference);
  if (parameters) add("update_difference", update);
  if (output_noise > telling_noise)
    result.warnings.push_back({"engine.package_noise",
                               {{"noise", fmt::format("{:.2g}", output_noise)},
                                {"output", fmt::format("{:.2g}", output_difference)}}});
  else if (parameters && parameters->compared < parameters->all)
    result.warnings.push_back({"engine.package_partly_compared",
                               {{"compared", std::to_string(parameters->compared)},
                                {"all", std::to_string(parameters->all)},
                                {"share", fmt::format("{:.0f} %", 100 * tolerance.update)}}});
  if (is_explained(output_difference, tolerance.output, output_noise) &&
      is_explained(parameters, tolerance.update) && is_explained(buffers, tolerance.update))
    return;
  result.status = results::Status::invalid;
  result.reason = Message{"engine.package_differs",
                          {{"output", fmt::format("{:.2g}", output_difference)},
                           {"update", fmt::format("{:.2g}", update)}}};
}

}  // namespace wgf::engine
