// SPDX-License-Identifier: MIT
#pragma once
// What the convolutional networks share: convolution + normalisation + activation, squeeze and
// excitation, the inverted residual block, initialisations, list entries. Names of parameters and
// initial values are torchvision's, so that its state dicts and golden numbers fit.
//
// Modules are held by type and called directly: nn::Sequential's type-erased calls would add to
// the latency of small batches. Activations work in place, as in torchvision.

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>

#include <string>

#include "engine/models/network.h"

namespace wgf::engine {

enum class ConvActivation { none, relu, relu6, silu, hardswish };
// In place.
torch::Tensor activate(torch::Tensor x, ConvActivation activation);

struct NormOptions {
  double epsilon = 1e-5;
  double momentum = 0.1;
};

torch::nn::Conv2d make_conv(std::int64_t in, std::int64_t out, std::int64_t kernel,
                            std::int64_t stride = 1, std::int64_t groups = 1);
torch::nn::BatchNorm2d make_norm(std::int64_t channels, const NormOptions& options = {});

struct ConvNormOptions {
  std::int64_t in = 0, out = 0;
  std::int64_t kernel = 3;
  std::int64_t stride = 1;
  std::int64_t groups = 1;
  ConvActivation activation = ConvActivation::relu;
  NormOptions norm{};
};

// Convolution without bias ("0"), batch normalisation ("1"), activation.
class ConvNorm final : public torch::nn::Module {
 public:
  explicit ConvNorm(const ConvNormOptions& options);
  torch::Tensor forward(const torch::Tensor& x);

 private:
  ConvActivation activation_;
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

enum class SqueezeGate { sigmoid, hard_sigmoid };

struct InvertedResidualOptions {
  std::int64_t in = 0, expanded = 0, out = 0;
  std::int64_t kernel = 3;
  std::int64_t stride = 1;
  ConvActivation activation = ConvActivation::relu;
  std::int64_t squeeze = 0;  // channels of squeeze and excitation; 0: none
  ConvActivation squeeze_activation = ConvActivation::relu;
  SqueezeGate gate = SqueezeGate::sigmoid;
  NormOptions norm{};
  // Chance that a sample skips the block in training (stochastic depth).
  double skip_probability = 0;
};

// Scales each channel by a gate computed from the channels' means.
class SqueezeExcitation final : public torch::nn::Module {
 public:
  explicit SqueezeExcitation(const InvertedResidualOptions& options);
  torch::Tensor forward(const torch::Tensor& x);

 private:
  ConvActivation activation_;
  SqueezeGate gate_;
  torch::nn::Conv2d fc1_, fc2_;
};

// Expand (1x1), depthwise, squeeze and excitation, project (1x1): MobileNetV3 and EfficientNet.
class InvertedResidual final : public torch::nn::Module {
 public:
  explicit InvertedResidual(const InvertedResidualOptions& options);
  torch::Tensor forward(const torch::Tensor& x);

 private:
  double skip_probability_;
  bool has_shortcut_;
  std::shared_ptr<ConvNorm> expand_;  // null where nothing is expanded
  std::shared_ptr<ConvNorm> depthwise_;
  std::shared_ptr<SqueezeExcitation> squeeze_;  // null without
  std::shared_ptr<ConvNorm> project_;
};

// Registers a module under the next free number of a container, as nn.Sequential names them.
template <class Module>
Module append(torch::nn::Module& container, Module module) {
  return container.register_module(std::to_string(container.children().size()), std::move(module));
}

enum class FanMode { in, out };
enum class LinearInit {
  unchanged,           // LibTorch's default
  zero_bias,           // default weight, zero bias
  normal,              // weight N(0, 0.01), zero bias
  uniform_by_outputs,  // weight U(±1/sqrt(outputs)), zero bias
};
// Kaiming-normal convolutions with zero bias; normalisation keeps its default of 1 and 0.
void init_weights(const torch::nn::Module& network, FanMode fan_mode, LinearInit linear);

// Mean over height and width: [batch, channels].
torch::Tensor pool_to_vector(const torch::Tensor& x);

// Classes of ImageNet, what every network here but simple_cnn tells apart.
inline constexpr std::int64_t imagenet_classes = 1000;
// Entry of a classifier of 224x224 colour images; its loss is cross-entropy.
ModelEntry imagenet_entry(std::string_view name, std::int64_t parameters,
                          std::function<std::shared_ptr<Network>()> make);

}  // namespace wgf::engine
