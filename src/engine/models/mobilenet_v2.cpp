// SPDX-License-Identifier: MIT
#include "engine/models/mobilenet_v2.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include "engine/models/conv_blocks.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

// Unlike the later InvertedResidual of conv_blocks.h, the projection's convolution and
// normalisation are direct children of "conv".
class LinearBottleneck final : public nn::Module {
 public:
  LinearBottleneck(std::int64_t in, std::int64_t out, std::int64_t stride, std::int64_t expansion)
      : has_shortcut_(stride == 1 && in == out) {
    auto conv = register_module("conv", std::make_shared<nn::Module>());
    const std::int64_t wide = in * expansion;
    const auto add = [&](const ConvNormOptions& options) {
      return append(*conv, std::make_shared<ConvNorm>(options));
    };
    if (expansion != 1)
      expand_ = add({.in = in, .out = wide, .kernel = 1, .activation = ConvActivation::relu6});
    depthwise_ = add({.in = wide,
                      .out = wide,
                      .stride = stride,
                      .groups = wide,
                      .activation = ConvActivation::relu6});
    project_ = append(*conv, make_conv(wide, out, 1));
    norm_ = append(*conv, make_norm(out));
  }

  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor result = depthwise_->forward(expand_ ? expand_->forward(x) : x);
    result = norm_->forward(project_->forward(result));
    return has_shortcut_ ? x + result : result;
  }

 private:
  bool has_shortcut_;
  std::shared_ptr<ConvNorm> expand_;  // null in the first block
  std::shared_ptr<ConvNorm> depthwise_;
  nn::Conv2d project_{nullptr};
  nn::BatchNorm2d norm_{nullptr};
};

struct ResidualStage {
  std::int64_t expansion, channels;
  int blocks;
  std::int64_t stride;
};

// Table 2 of the paper (arXiv 1801.04381).
constexpr ResidualStage stages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                    {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};

class MobileNetV2 final : public Network {
 public:
  MobileNetV2() {
    auto features = register_module("features", std::make_shared<nn::Module>());
    const auto conv_norm = [&](const ConvNormOptions& options) {
      return append(*features, std::make_shared<ConvNorm>(options));
    };
    first_ = conv_norm({.in = 3, .out = 32, .stride = 2, .activation = ConvActivation::relu6});
    std::int64_t in = 32;
    for (const ResidualStage& stage : stages) {
      for (int i = 0; i < stage.blocks; ++i) {
        const std::int64_t stride = i == 0 ? stage.stride : 1;
        blocks_.push_back(append(*features, std::make_shared<LinearBottleneck>(
                                                in, stage.channels, stride, stage.expansion)));
        in = stage.channels;
      }
    }
    last_ = conv_norm({.in = in, .out = 1280, .kernel = 1, .activation = ConvActivation::relu6});
    auto classifier = register_module("classifier", std::make_shared<nn::Module>());
    dropout_ = classifier->register_module("0", nn::Dropout(0.2));
    fc_ = classifier->register_module("1", nn::Linear(1280, imagenet_classes));
    init_weights(*this, FanMode::out, LinearInit::normal);
  }

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = first_->forward(inputs.at(0));
    for (const auto& block : blocks_) x = block->forward(x);
    return fc_->forward(dropout_->forward(pool_to_vector(last_->forward(x))));
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return nn::functional::cross_entropy(output, target);
  }

 private:
  std::shared_ptr<ConvNorm> first_, last_;
  std::vector<std::shared_ptr<LinearBottleneck>> blocks_;
  nn::Dropout dropout_{nullptr};
  nn::Linear fc_{nullptr};
};

}  // namespace

std::vector<ModelEntry> mobilenet_v2_models() {
  return {
      imagenet_entry("mobilenet_v2", 3'504'872, [] { return std::make_shared<MobileNetV2>(); })};
}

}  // namespace wgf::engine
