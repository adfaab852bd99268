// SPDX-License-Identifier: MIT
// One step of a fused optimizer over so many parameters in float32, in tensors of 16 Mi: the part
// of a training step that only reads and writes memory.

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/randn.h>

#include <algorithm>
#include <cmath>

#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/optimizer.h"

namespace wgf::engine {
namespace {

// Large enough that a step shows in float32 parameters; what is timed does not depend on it.
constexpr double learning_rate = 0.05;
constexpr std::int64_t tensor_elements = std::int64_t{1} << 24;
constexpr std::int64_t sampled = 4096;

std::vector<at::Tensor> random_parameters(std::int64_t count, c10::Device device) {
  const auto options = at::TensorOptions(device).dtype(at::kFloat);
  std::vector<at::Tensor> parameters;
  for (std::int64_t first = 0; first < count; first += tensor_elements) {
    const std::int64_t length = std::min(tensor_elements, count - first);
    parameters.push_back(at::randn({length}, options).set_requires_grad(true));
    parameters.back().mutable_grad() = at::randn({length}, options);
  }
  return parameters;
}

class OptimizerStep final : public Kernel {
 public:
  OptimizerStep(const std::string& name, std::int64_t count, c10::Device device)
      : is_adamw_(name == "adamw"), parameters_(random_parameters(count, device)) {
    optimizer_ = is_adamw_ ? make_adamw(parameters_, {.learning_rate = learning_rate})
                           : make_sgd(parameters_, {.learning_rate = learning_rate});
    before_ = samples([](const at::Tensor& parameter) { return parameter; });
  }

  void run() override { optimizer_->step(); }

  // AdamW reads parameter, gradient and two moments and writes all but the gradient; SGD has one
  // moment.
  KernelWork work() const override {
    double elements = 0;
    for (const at::Tensor& parameter : parameters_)
      elements += static_cast<double>(parameter.numel());
    return {.bytes = elements * sizeof(float) * (is_adamw_ ? 7 : 5)};
  }

  // The change of sampled parameters by the first step, in learning rates; momentum is still the
  // gradient itself then. float32 parameters hold so small a change to some 1e-5.
  Comparison compare() const override {
    const at::Tensor gradient = samples([](const at::Tensor& one) { return one.grad(); });
    const at::Tensor after = samples([](const at::Tensor& one) { return one; });
    const at::Tensor computed = (before_ - after) / learning_rate;
    const AdamwOptions adamw;
    const at::Tensor expected =
        is_adamw_ ? gradient / (gradient.abs() + adamw.epsilon) + adamw.weight_decay * before_
                  : gradient;
    return {.computed = computed, .reference = expected, .terms = 1, .slack = 1e-4};
  }

 private:
  // Of every tensor.
  template <typename Part>
  at::Tensor samples(const Part& part_of) const {
    std::vector<at::Tensor> parts;
    for (const at::Tensor& parameter : parameters_)
      parts.push_back(
          picked(part_of(parameter).detach(), 0, sample_places(parameter.numel(), sampled)));
    return at::cat(parts);
  }

  bool is_adamw_;
  std::vector<at::Tensor> parameters_;
  std::unique_ptr<Optimizer> optimizer_;
  at::Tensor before_;
};

class OptimizerStepBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "optimizer_step"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase step(value, context);
    const std::string name = choice_of(step.parameters(), "optimizer", {"adamw", "sgd"});
    OptimizerStep kernel(name, count_of(step.parameters(), "parameters", 100'000'000),
                         step.device());
    return step.measure(kernel);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_optimizer_step_benchmark() {
  return std::make_unique<OptimizerStepBenchmark>();
}

}  // namespace wgf::engine
