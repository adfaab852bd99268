// SPDX-License-Identifier: MIT
#include "engine/models/resnet.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/linear.h>

#include <array>

#include "engine/models/conv_blocks.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

enum class BlockKind { basic, bottleneck };

struct ResNetOptions {
  BlockKind block = BlockKind::bottleneck;
  std::array<int, 4> depths{};
  std::int64_t groups = 1;
  std::int64_t width_per_group = 64;
};

// Two 3x3 convolutions (basic), or 1x1, 3x3, 1x1 with four times the channels at the end
// (bottleneck); the shortcut is added before the last ReLU.
class ResidualBlock final : public nn::Module {
 public:
  ResidualBlock(const ResNetOptions& options, std::int64_t in, std::int64_t planes,
                std::int64_t stride) {
    const bool basic = options.block == BlockKind::basic;
    const std::int64_t out = basic ? planes : 4 * planes;
    if (basic) {
      add(make_conv(in, planes, 3, stride), planes);
      add(make_conv(planes, planes, 3), planes);
    } else {
      const std::int64_t width = planes * options.width_per_group / 64 * options.groups;
      add(make_conv(in, width, 1), width);
      add(make_conv(width, width, 3, stride, options.groups), width);
      add(make_conv(width, out, 1), out);
    }
    if (stride != 1 || in != out) {
      const ConvNormOptions shortcut{
          .in = in, .out = out, .kernel = 1, .stride = stride, .activation = ConvActivation::none};
      downsample_ = register_module("downsample", std::make_shared<ConvNorm>(shortcut));
    }
  }

  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor out = x;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      out = stages_[i].norm->forward(stages_[i].conv->forward(out));
      if (i + 1 < stages_.size()) torch::relu_(out);
    }
    out.add_(downsample_ ? downsample_->forward(x) : x);
    return torch::relu_(out);
  }

 private:
  struct Stage {
    nn::Conv2d conv;
    nn::BatchNorm2d norm;
  };

  void add(const nn::Conv2d& conv, std::int64_t channels) {
    const std::string number = std::to_string(stages_.size() + 1);
    stages_.push_back({register_module("conv" + number, conv),
                       register_module("bn" + number, make_norm(channels))});
  }

  std::vector<Stage> stages_;
  std::shared_ptr<ConvNorm> downsample_;  // null where the shortcut is the input itself
};

class ResNet final : public Network {
 public:
  explicit ResNet(const ResNetOptions& options)
      : conv1_(register_module("conv1", make_conv(3, 64, 7, 2))),
        bn1_(register_module("bn1", make_norm(64))) {
    const std::int64_t expansion = options.block == BlockKind::basic ? 1 : 4;
    std::int64_t in = 64, planes = 64;
    for (std::size_t i = 0; i < options.depths.size(); ++i) {
      auto layer = register_module("layer" + std::to_string(i + 1), std::make_shared<nn::Module>());
      for (int k = 0; k < options.depths[i]; ++k) {
        const std::int64_t stride = i > 0 && k == 0 ? 2 : 1;
        blocks_.push_back(
            append(*layer, std::make_shared<ResidualBlock>(options, in, planes, stride)));
        in = planes * expansion;
      }
      planes *= 2;
    }
    fc_ = register_module("fc", nn::Linear(in, imagenet_classes));
    init_weights(*this, FanMode::out, LinearInit::unchanged);
  }

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = bn1_->forward(conv1_->forward(inputs.at(0)));
    x = torch::max_pool2d(torch::relu_(x), 3, 2, 1);
    for (const auto& block : blocks_) x = block->forward(x);
    return fc_->forward(pool_to_vector(x));
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return nn::functional::cross_entropy(output, target);
  }

 private:
  nn::Conv2d conv1_;
  nn::BatchNorm2d bn1_;
  std::vector<std::shared_ptr<ResidualBlock>> blocks_;
  nn::Linear fc_{nullptr};
};

ModelEntry entry(std::string_view name, std::int64_t parameters, const ResNetOptions& options) {
  return imagenet_entry(name, parameters, [options] { return std::make_shared<ResNet>(options); });
}

}  // namespace

std::vector<ModelEntry> resnet_models() {
  return {
      entry("resnet18", 11'689'512, {.block = BlockKind::basic, .depths = {2, 2, 2, 2}}),
      entry("resnet34", 21'797'672, {.block = BlockKind::basic, .depths = {3, 4, 6, 3}}),
      entry("resnet50", 25'557'032, {.depths = {3, 4, 6, 3}}),
      entry("resnet101", 44'549'160, {.depths = {3, 4, 23, 3}}),
      entry("resnet152", 60'192'808, {.depths = {3, 8, 36, 3}}),
      entry("resnext101_32x8d", 88'791'336,
            {.depths = {3, 4, 23, 3}, .groups = 32, .width_per_group = 8}),
  };
}

}  // namespace wgf::engine
