// SPDX-License-Identifier: MIT
#include "engine/models/vgg.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include <array>

#include "engine/models/conv_blocks.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

// Five groups of 3x3 convolutions, each followed by 2x2 pooling, then three linear layers.
class Vgg final : public Network {
 public:
  // depths: convolutions of each group.
  explicit Vgg(const std::array<int, 5>& depths) {
    constexpr std::array<std::int64_t, 5> widths{64, 128, 256, 512, 512};
    auto features = register_module("features", std::make_shared<nn::Module>());
    std::int64_t in = 3;
    int position = 0;  // as nn.Sequential counts, with ReLU and pooling
    for (std::size_t group = 0; group < depths.size(); ++group) {
      for (int i = 0; i < depths[group]; ++i, position += 2) {
        const nn::Conv2d conv(nn::Conv2dOptions(in, widths[group], 3).padding(1));
        groups_[group].push_back(features->register_module(std::to_string(position), conv));
        in = widths[group];
      }
      ++position;
    }
    auto classifier = register_module("classifier", std::make_shared<nn::Module>());
    fc1_ = classifier->register_module("0", nn::Linear(512 * 7 * 7, 4096));
    dropout1_ = classifier->register_module("2", nn::Dropout(0.5));
    fc2_ = classifier->register_module("3", nn::Linear(4096, 4096));
    dropout2_ = classifier->register_module("5", nn::Dropout(0.5));
    fc3_ = classifier->register_module("6", nn::Linear(4096, imagenet_classes));
    init_weights(*this, FanMode::out, LinearInit::normal);
  }

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = inputs.at(0);
    for (auto& group : groups_) {
      for (nn::Conv2d& conv : group) x = activate(conv->forward(x), ConvActivation::relu);
      x = torch::max_pool2d(x, 2, 2);
    }
    x = torch::flatten(torch::adaptive_avg_pool2d(x, {7, 7}), 1);
    x = dropout1_->forward(activate(fc1_->forward(x), ConvActivation::relu));
    x = dropout2_->forward(activate(fc2_->forward(x), ConvActivation::relu));
    return fc3_->forward(x);
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return nn::functional::cross_entropy(output, target);
  }

 private:
  std::array<std::vector<nn::Conv2d>, 5> groups_;
  nn::Linear fc1_{nullptr}, fc2_{nullptr}, fc3_{nullptr};
  nn::Dropout dropout1_{nullptr}, dropout2_{nullptr};
};

}  // namespace

std::vector<ModelEntry> vgg_models() {
  const auto make = [](const std::array<int, 5>& depths) {
    return [depths] { return std::make_shared<Vgg>(depths); };
  };
  return {imagenet_entry("vgg16", 138'357'544, make({2, 2, 3, 3, 3})),
          imagenet_entry("vgg19", 143'667'240, make({2, 2, 4, 4, 4}))};
}

}  // namespace wgf::engine
