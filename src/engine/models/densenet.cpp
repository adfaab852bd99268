// SPDX-License-Identifier: MIT
#include "engine/models/densenet.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/linear.h>

#include <array>

#include "engine/models/conv_blocks.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

constexpr std::int64_t growth = 32;  // channels that each layer adds
constexpr std::int64_t bottleneck_channels = 4 * growth;
constexpr std::array<int, 4> block_depths{6, 12, 24, 16};

// Reads all earlier outputs of its block and adds `growth` channels.
class DenseLayer final : public nn::Module {
 public:
  explicit DenseLayer(std::int64_t in)
      : norm1_(register_module("norm1", make_norm(in))),
        conv1_(register_module("conv1", make_conv(in, bottleneck_channels, 1))),
        norm2_(register_module("norm2", make_norm(bottleneck_channels))),
        conv2_(register_module("conv2", make_conv(bottleneck_channels, growth, 3))) {}

  torch::Tensor forward(const std::vector<torch::Tensor>& earlier) {
    torch::Tensor x = norm1_->forward(torch::cat(earlier, 1));
    x = norm2_->forward(conv1_->forward(torch::relu_(x)));
    return conv2_->forward(torch::relu_(x));
  }

 private:
  nn::BatchNorm2d norm1_;
  nn::Conv2d conv1_;
  nn::BatchNorm2d norm2_;
  nn::Conv2d conv2_;
};

class DenseBlock final : public nn::Module {
 public:
  DenseBlock(std::int64_t in, int depth) {
    for (int i = 0; i < depth; ++i, in += growth)
      layers_.push_back(
          register_module("denselayer" + std::to_string(i + 1), std::make_shared<DenseLayer>(in)));
  }

  torch::Tensor forward(const torch::Tensor& x) {
    std::vector<torch::Tensor> outputs{x};
    for (const auto& layer : layers_) outputs.push_back(layer->forward(outputs));
    return torch::cat(outputs, 1);
  }

 private:
  std::vector<std::shared_ptr<DenseLayer>> layers_;
};

// Halves channels, height and width between two blocks.
class Transition final : public nn::Module {
 public:
  explicit Transition(std::int64_t in)
      : norm_(register_module("norm", make_norm(in))),
        conv_(register_module("conv", make_conv(in, in / 2, 1))) {}

  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor normalised = norm_->forward(x);
    return torch::avg_pool2d(conv_->forward(torch::relu_(normalised)), 2, 2);
  }

 private:
  nn::BatchNorm2d norm_;
  nn::Conv2d conv_;
};

class DenseNet final : public Network {
 public:
  DenseNet() {
    auto features = register_module("features", std::make_shared<nn::Module>());
    conv0_ = features->register_module("conv0", make_conv(3, 64, 7, 2));
    norm0_ = features->register_module("norm0", make_norm(64));
    std::int64_t channels = 64;
    for (std::size_t i = 0; i < block_depths.size(); ++i) {
      const std::string number = std::to_string(i + 1);
      blocks_.push_back(features->register_module(
          "denseblock" + number, std::make_shared<DenseBlock>(channels, block_depths[i])));
      channels += block_depths[i] * growth;
      if (i + 1 == block_depths.size()) break;
      transitions_.push_back(
          features->register_module("transition" + number, std::make_shared<Transition>(channels)));
      channels /= 2;
    }
    norm5_ = features->register_module("norm5", make_norm(channels));
    classifier_ = register_module("classifier", nn::Linear(channels, imagenet_classes));
    init_weights(*this, FanMode::in, LinearInit::zero_bias);
  }

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = norm0_->forward(conv0_->forward(inputs.at(0)));
    x = torch::max_pool2d(torch::relu_(x), 3, 2, 1);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      x = blocks_[i]->forward(x);
      if (i < transitions_.size()) x = transitions_[i]->forward(x);
    }
    x = norm5_->forward(x);
    return classifier_->forward(pool_to_vector(torch::relu_(x)));
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return nn::functional::cross_entropy(output, target);
  }

 private:
  nn::Conv2d conv0_{nullptr};
  nn::BatchNorm2d norm0_{nullptr}, norm5_{nullptr};
  std::vector<std::shared_ptr<DenseBlock>> blocks_;
  std::vector<std::shared_ptr<Transition>> transitions_;  // after every block but the last
  nn::Linear classifier_{nullptr};
};

}  // namespace

std::vector<ModelEntry> densenet_models() {
  return {imagenet_entry("densenet121", 7'978'856, [] { return std::make_shared<DenseNet>(); })};
}

}  // namespace wgf::engine
