// SPDX-License-Identifier: MIT
#include "engine/measure/optimizer.h"

#include <ATen/ops/_amp_foreach_non_finite_check_and_unscale.h>
#include <ATen/ops/_amp_update_scale.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_sub.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/GradMode.h>

#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

using Tensors = std::vector<at::Tensor>;

Bytes bytes_of(const Tensors& tensors) {
  Bytes total;
  for (const at::Tensor& tensor : tensors)
    total += Bytes(static_cast<std::int64_t>(tensor.nbytes()));
  return total;
}

// Parameters that have a gradient this time, and where they stand in the full list.
struct WithGradient {
  std::vector<std::size_t> places;
  Tensors parameters, gradients;

  explicit WithGradient(const Tensors& all) {
    places.reserve(all.size());
    parameters.reserve(all.size());
    gradients.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const at::Tensor& gradient = all[i].grad();
      if (!gradient.defined()) continue;
      places.push_back(i);
      parameters.push_back(all[i]);
      gradients.push_back(gradient);
    }
  }

  Tensors select(const Tensors& state) const {
    Tensors chosen;
    chosen.reserve(places.size());
    for (const std::size_t place : places) chosen.push_back(state[place]);
    return chosen;
  }
};

std::optional<at::Tensor> scale_of(const std::optional<GradientScale>& scale) {
  return scale ? std::optional(scale->scale) : std::nullopt;
}
std::optional<at::Tensor> overflow_of(const std::optional<GradientScale>& scale) {
  return scale ? std::optional(scale->found_inf) : std::nullopt;
}

class Sgd final : public Optimizer {
 public:
  Sgd(Tensors parameters, const SgdOptions& options)
      : Optimizer(std::move(parameters)), options_(options) {}

  void step(const std::optional<GradientScale>& scale) override {
    const at::NoGradGuard no_grad;
    const WithGradient used(this->parameters());
    if (used.parameters.empty()) return;
    // As in Python: the first step fills the momentum with the gradients.
    const bool is_first = momentum_.empty();
    if (is_first) make_momentum(used);
    at::_fused_sgd_(used.parameters, used.gradients, used.select(momentum_), options_.weight_decay,
                    options_.momentum, options_.learning_rate, /*dampening=*/0, /*nesterov=*/false,
                    /*maximize=*/false, is_first, scale_of(scale), overflow_of(scale));
  }

  Bytes state_bytes() const override { return bytes_of(momentum_); }

 private:
  void make_momentum(const WithGradient& used) {
    momentum_.resize(this->parameters().size());
    for (std::size_t i = 0; i < momentum_.size(); ++i)
      momentum_[i] = at::zeros({0}, this->parameters()[i].options());
    for (const std::size_t place : used.places)
      momentum_[place] = at::empty_like(this->parameters()[place]);
  }

  SgdOptions options_;
  Tensors momentum_;
};

class Adamw final : public Optimizer {
 public:
  Adamw(Tensors parameters, const AdamwOptions& options)
      : Optimizer(std::move(parameters)), options_(options) {
    for (const at::Tensor& parameter : this->parameters()) {
      first_moments_.push_back(at::zeros_like(parameter));
      second_moments_.push_back(at::zeros_like(parameter));
      steps_.push_back(at::zeros({}, parameter.options().dtype(at::kFloat).requires_grad(false)));
    }
  }

  void step(const std::optional<GradientScale>& scale) override {
    const at::NoGradGuard no_grad;
    const WithGradient used(parameters());
    if (used.parameters.empty()) return;
    const Tensors steps = used.select(steps_);
    at::_foreach_add_(steps, 1);
    at::_fused_adamw_(used.parameters, used.gradients, used.select(first_moments_),
                      used.select(second_moments_), /*max_exp_avg_sqs=*/{}, steps,
                      options_.learning_rate, options_.beta1, options_.beta2, options_.weight_decay,
                      options_.epsilon, /*amsgrad=*/false, /*maximize=*/false, scale_of(scale),
                      overflow_of(scale));
    // A skipped step does not count.
    if (scale) at::_foreach_sub_(steps, Tensors(steps.size(), scale->found_inf));
  }

  Bytes state_bytes() const override {
    return bytes_of(first_moments_) + bytes_of(second_moments_) + bytes_of(steps_);
  }

 private:
  AdamwOptions options_;
  Tensors first_moments_, second_moments_, steps_;
};

}  // namespace

Optimizer::Optimizer(std::vector<at::Tensor> parameters) : parameters_(std::move(parameters)) {}

void Optimizer::zero_grad() {
  for (at::Tensor& parameter : parameters_) parameter.mutable_grad() = at::Tensor();
}

std::unique_ptr<Optimizer> make_sgd(std::vector<at::Tensor> parameters, const SgdOptions& options) {
  return std::make_unique<Sgd>(std::move(parameters), options);
}

std::unique_ptr<Optimizer> make_adamw(std::vector<at::Tensor> parameters,
                                      const AdamwOptions& options) {
  return std::make_unique<Adamw>(std::move(parameters), options);
}

AdamwOptions adam_options() {
  return {.weight_decay = 0};
}

Way parse_way(const std::string& name) {
  if (name == "fused") return Way::fused;
  if (name == "foreach") return Way::foreach;
  if (name == "loop") return Way::loop;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value",
       {{"name", "implementation"}, {"value", name}, {"choices", "fused, foreach, loop"}}});
}

std::unique_ptr<Optimizer> make_optimizer(const std::string& name,
                                          std::vector<at::Tensor> parameters, Way way) {
  const bool is_fused = way == Way::fused;
  if (name == "sgd")
    return is_fused ? make_sgd(std::move(parameters)) : make_plain_sgd(std::move(parameters), way);
  if (name == "adam" || name == "adamw") {
    const AdamwOptions options = name == "adam" ? adam_options() : AdamwOptions();
    return is_fused ? make_adamw(std::move(parameters), options)
                    : make_plain_adamw(std::move(parameters), way, options);
  }
  throw CaseEnded(results::Status::failed,
                  {"engine.unknown_value",
                   {{"name", "optimizer"}, {"value", name}, {"choices", "sgd, adam, adamw"}}});
}

// PyTorch's GradScaler: initial scale 2^16, growth 2 every 2000 good steps, backoff 0.5.
GradientScaler::GradientScaler(c10::Device device)
    : scale_(at::full({}, 65536.0, at::TensorOptions(device).dtype(at::kFloat))),
      growth_steps_(at::zeros({}, at::TensorOptions(device).dtype(at::kInt))),
      found_inf_(at::zeros({}, at::TensorOptions(device).dtype(at::kFloat))),
      one_(at::full({}, 1.0, at::TensorOptions(device).dtype(at::kFloat))) {}

void GradientScaler::step(Optimizer& optimizer) {
  const at::NoGradGuard no_grad;
  found_inf_.zero_();
  const WithGradient used(optimizer.parameters());
  // Only looks for overflow; dividing by the scale is the fused kernel's part.
  if (!used.gradients.empty())
    at::_amp_foreach_non_finite_check_and_unscale_(used.gradients, found_inf_, one_);
  optimizer.step(GradientScale{scale_, found_inf_});
}

void GradientScaler::update() {
  const at::NoGradGuard no_grad;
  at::_amp_update_scale_(scale_, growth_steps_, found_inf_, 2.0, 0.5, 2000);
}

}  // namespace wgf::engine
