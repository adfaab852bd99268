// SPDX-License-Identifier: MIT
#include "engine/models/conv_blocks.h"

#include <torch/nn/init.h>
#include <torch/nn/modules/linear.h>

#include <cmath>

#include "engine/models/batches.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

nn::Conv2d pointwise_with_bias(std::int64_t in, std::int64_t out) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, 1));
}

// Zeroes whole samples and scales up the others, so that the expectation stays.
torch::Tensor skip_samples(const torch::Tensor& x, double probability) {
  const double survival = 1 - probability;
  torch::Tensor mask = torch::empty({x.size(0), 1, 1, 1}, x.options());
  mask.bernoulli_(survival).div_(survival);
  return x * mask;
}

void init_linear(nn::LinearImpl& linear, LinearInit how) {
  if (how == LinearInit::unchanged) return;
  nn::init::zeros_(linear.bias);
  if (how == LinearInit::normal) nn::init::normal_(linear.weight, 0, 0.01);
  if (how == LinearInit::uniform_by_outputs) {
    const double range = 1 / std::sqrt(static_cast<double>(linear.options.out_features()));
    nn::init::uniform_(linear.weight, -range, range);
  }
}

}  // namespace

torch::Tensor activate(torch::Tensor x, ConvActivation activation) {
  switch (activation) {
    case ConvActivation::none:
      return x;
    case ConvActivation::relu:
      return torch::relu_(x);
    case ConvActivation::relu6:
      return torch::hardtanh_(x, 0, 6);
    case ConvActivation::silu:
      return torch::silu_(x);
    case ConvActivation::hardswish:
      return torch::hardswish_(x);
  }
  return x;
}

nn::Conv2d make_conv(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride,
                     std::int64_t groups) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, kernel)
                        .stride(stride)
                        .padding((kernel - 1) / 2)
                        .groups(groups)
                        .bias(false));
}

nn::BatchNorm2d make_norm(std::int64_t channels, const NormOptions& options) {
  return nn::BatchNorm2d(
      nn::BatchNorm2dOptions(channels).eps(options.epsilon).momentum(options.momentum));
}

ConvNorm::ConvNorm(const ConvNormOptions& options)
    : activation_(options.activation),
      conv_(register_module(
          "0", make_conv(options.in, options.out, options.kernel, options.stride, options.groups))),
      norm_(register_module("1", make_norm(options.out, options.norm))) {}

torch::Tensor ConvNorm::forward(const torch::Tensor& x) {
  return activate(norm_->forward(conv_->forward(x)), activation_);
}

SqueezeExcitation::SqueezeExcitation(const InvertedResidualOptions& options)
    : activation_(options.squeeze_activation),
      gate_(options.gate),
      fc1_(register_module("fc1", pointwise_with_bias(options.expanded, options.squeeze))),
      fc2_(register_module("fc2", pointwise_with_bias(options.squeeze, options.expanded))) {}

torch::Tensor SqueezeExcitation::forward(const torch::Tensor& x) {
  torch::Tensor scale = torch::adaptive_avg_pool2d(x, {1, 1});
  scale = fc2_->forward(activate(fc1_->forward(scale), activation_));
  scale = gate_ == SqueezeGate::sigmoid ? torch::sigmoid(scale) : torch::hardsigmoid(scale);
  return scale * x;
}

InvertedResidual::InvertedResidual(const InvertedResidualOptions& options)
    : skip_probability_(options.skip_probability),
      has_shortcut_(options.stride == 1 && options.in == options.out) {
  auto block = register_module("block", std::make_shared<nn::Module>());
  const auto add = [&](const ConvNormOptions& conv) {
    return append(*block, std::make_shared<ConvNorm>(conv));
  };
  const std::int64_t wide = options.expanded;
  if (wide != options.in)
    expand_ = add({.in = options.in,
                   .out = wide,
                   .kernel = 1,
                   .activation = options.activation,
                   .norm = options.norm});
  depthwise_ = add({.in = wide,
                    .out = wide,
                    .kernel = options.kernel,
                    .stride = options.stride,
                    .groups = wide,
                    .activation = options.activation,
                    .norm = options.norm});
  if (options.squeeze > 0) squeeze_ = append(*block, std::make_shared<SqueezeExcitation>(options));
  project_ = add({.in = wide,
                  .out = options.out,
                  .kernel = 1,
                  .activation = ConvActivation::none,
                  .norm = options.norm});
}

torch::Tensor InvertedResidual::forward(const torch::Tensor& x) {
  torch::Tensor result = depthwise_->forward(expand_ ? expand_->forward(x) : x);
  if (squeeze_) result = squeeze_->forward(result);
  result = project_->forward(result);
  if (!has_shortcut_) return result;
  if (is_training() && skip_probability_ > 0) result = skip_samples(result, skip_probability_);
  return result.add_(x);
}

void init_weights(const nn::Module& network, FanMode fan_mode, LinearInit linear) {
  // Without the network itself: its constructor calls this, before a shared_ptr owns it.
  for (const auto& part : network.modules(/*include_self=*/false)) {
    if (auto* conv = part->as<nn::Conv2d>()) {
      if (fan_mode == FanMode::in) nn::init::kaiming_normal_(conv->weight, 0, torch::kFanIn);
      if (fan_mode == FanMode::out) nn::init::kaiming_normal_(conv->weight, 0, torch::kFanOut);
      if (conv->bias.defined()) nn::init::zeros_(conv->bias);
    } else if (auto* layer = part->as<nn::Linear>()) {
      init_linear(*layer, linear);
    }
  }
}

torch::Tensor pool_to_vector(const torch::Tensor& x) {
  return torch::flatten(torch::adaptive_avg_pool2d(x, {1, 1}), 1);
}

ModelEntry imagenet_entry(std::string_view name, std::int64_t parameters,
                          std::function<std::shared_ptr<Network>()> make) {
  constexpr std::int64_t image_size = 224;
  ModelEntry entry{.name = name,
                   .kind = ModelKind::cnn,
                   .default_image_size = image_size,
                   .parameters = parameters,
                   .make = std::move(make)};
  entry.make_batch = [](const BatchShape& shape, torch::Generator& generator) {
    return image_batch(shape, image_size, 3, imagenet_classes, generator);
  };
  return entry;
}

}  // namespace wgf::engine
