// SPDX-License-Identifier: MIT
// The optimizers that are not fused, as torch.optim steps them: foreach calls each operator once
// with all tensors, the loop once for each of them.

#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcdiv.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_div.h>
#include <ATen/ops/_foreach_lerp.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_sqrt.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/GradMode.h>

#include <cmath>

#include "engine/measure/optimizer.h"

namespace wgf::engine {
namespace {

using Tensors = std::vector<at::Tensor>;

// One parameter, or all of them, with what is kept for it.
struct Group {
  Tensors parameters, gradients;
  std::vector<Tensors> states;
};

class PlainOptimizer : public Optimizer {
 public:
  PlainOptimizer(Tensors parameters, Way way, std::size_t states)
      : Optimizer(std::move(parameters)), way_(way) {
    states_.resize(states);
    for (Tensors& state : states_)
      for (const at::Tensor& parameter : this->parameters())
        state.push_back(at::zeros_like(parameter));
  }

  void step(const std::optional<GradientScale>& scale) final {
    const at::NoGradGuard no_grad;
    // torch.amp reads the flag on the host, too.
    if (scale && scale->found_inf.item<float>() != 0) return;
    ++steps_;
    Group all;
    all.states.resize(states_.size());
    for (std::size_t i = 0; i < parameters().size(); ++i) {
      if (!parameters()[i].grad().defined()) continue;
      add(all, i);
      if (way_ == Way::loop) step_and_clear(all, scale);
    }
    if (!all.parameters.empty()) step_and_clear(all, scale);
  }

  Bytes state_bytes() const final {
    Bytes total;
    for (const Tensors& state : states_)
      for (const at::Tensor& tensor : state)
        total += Bytes(static_cast<std::int64_t>(tensor.nbytes()));
    return total;
  }

 protected:
  virtual void step_group(Group& group) = 0;
  std::int64_t steps() const { return steps_; }

 private:
  void add(Group& group, std::size_t place) const {
    group.parameters.push_back(parameters()[place]);
    group.gradients.push_back(parameters()[place].grad());
    for (std::size_t i = 0; i < states_.size(); ++i) group.states[i].push_back(states_[i][place]);
  }

  void step_and_clear(Group& group, const std::optional<GradientScale>& scale) {
    if (scale) at::_foreach_mul_(group.gradients, scale->scale.reciprocal());
    step_group(group);
    group.parameters.clear();
    group.gradients.clear();
    for (Tensors& state : group.states) state.clear();
  }

  Way way_;
  std::vector<Tensors> states_;
  std::int64_t steps_ = 0;
};

class PlainSgd final : public PlainOptimizer {
 public:
  PlainSgd(Tensors parameters, Way way, const SgdOptions& options)
      : PlainOptimizer(std::move(parameters), way, 1), options_(options) {}

 private:
  // A momentum of zeros takes the first gradient whole.
  void step_group(Group& group) override {
    Tensors& momentum = group.states[0];
    at::_foreach_mul_(momentum, options_.momentum);
    at::_foreach_add_(momentum, group.gradients);
    at::_foreach_add_(group.parameters, momentum, -options_.learning_rate);
  }

  SgdOptions options_;
};

class PlainAdamw final : public PlainOptimizer {
 public:
  PlainAdamw(Tensors parameters, Way way, const AdamwOptions& options)
      : PlainOptimizer(std::move(parameters), way, 2), options_(options) {}

 private:
  void step_group(Group& group) override {
    const auto count = static_cast<double>(steps());
    const double rate = options_.learning_rate;
    Tensors &first = group.states[0], &second = group.states[1];
    if (options_.weight_decay != 0)
      at::_foreach_mul_(group.parameters, 1 - rate * options_.weight_decay);
    at::_foreach_lerp_(first, group.gradients, 1 - options_.beta1);
    at::_foreach_mul_(second, options_.beta2);
    at::_foreach_addcmul_(second, group.gradients, group.gradients, 1 - options_.beta2);
    Tensors root = at::_foreach_sqrt(second);
    at::_foreach_div_(root, std::sqrt(1 - std::pow(options_.beta2, count)));
    at::_foreach_add_(root, options_.epsilon);
    at::_foreach_addcdiv_(group.parameters, first, root,
                          -rate / (1 - std::pow(options_.beta1, count)));
  }

  AdamwOptions options_;
};

}  // namespace

std::unique_ptr<Optimizer> make_plain_sgd(std::vector<at::Tensor> parameters, Way way,
                                          const SgdOptions& options) {
  return std::make_unique<PlainSgd>(std::move(parameters), way, options);
}

std::unique_ptr<Optimizer> make_plain_adamw(std::vector<at::Tensor> parameters, Way way,
                                            const AdamwOptions& options) {
  return std::make_unique<PlainAdamw>(std::move(parameters), way, options);
}

}  // namespace wgf::engine
