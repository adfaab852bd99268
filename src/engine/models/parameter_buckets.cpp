// SPDX-License-Identifier: MIT
#include "engine/models/parameter_buckets.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

namespace wgf::engine {
namespace {

class ParameterHook final : public torch::autograd::PostAccumulateGradHook {
 public:
  ParameterHook(std::function<void(std::size_t)> on_gradient, std::size_t parameter)
      : on_gradient_(std::move(on_gradient)), parameter_(parameter) {}
  void operator()(const at::Tensor&) override { on_gradient_(parameter_); }

 private:
  const std::function<void(std::size_t)> on_gradient_;
  const std::size_t parameter_;
};

}  // namespace

std::vector<std::vector<std::size_t>> parameter_buckets(const std::vector<at::Tensor>& parameters,
                                                        double most_bytes,
                                                        std::optional<c10::ScalarType> travels_as) {
  const auto type_of = [&](std::size_t i) {
    return travels_as.value_or(parameters[i].scalar_type());
  };
  std::vector<std::vector<std::size_t>> buckets;
  double filled = 0;
  for (std::size_t i = parameters.size(); i-- > 0;) {
    const double bytes = static_cast<double>(parameters[i].numel()) *
                         static_cast<double>(c10::elementSize(type_of(i)));
    const bool fits = !buckets.empty() && filled + bytes <= most_bytes &&
                      type_of(buckets.back().front()) == type_of(i);
    if (!fits) {
      buckets.emplace_back();
      filled = 0;
    }
    filled += bytes;
    buckets.back().push_back(i);
  }
  return buckets;
}

GradientHooks::GradientHooks(const std::vector<at::Tensor>& parameters,
                             const std::function<void(std::size_t)>& on_gradient)
    : parameters_(parameters) {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    torch::autograd::impl::set_post_acc_grad_hooks(parameters_[i],
                                                   std::make_unique<ParameterHook>(on_gradient, i));
}

GradientHooks::~GradientHooks() {
  for (const at::Tensor& parameter : parameters_)
    torch::autograd::impl::set_post_acc_grad_hooks(parameter, nullptr);
}

}  // namespace wgf::engine
