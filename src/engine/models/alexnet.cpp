// SPDX-License-Identifier: MIT
#include "engine/models/alexnet.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include "engine/models/conv_blocks.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

// LibTorch's default initialisation everywhere, as torchvision has it.
class AlexNet final : public Network {
 public:
  AlexNet() {
    auto features = register_module("features", std::make_shared<nn::Module>());
    const auto conv = [&](const char* name, const nn::Conv2dOptions& options) {
      convs_.push_back(features->register_module(name, nn::Conv2d(options)));
    };
    conv("0", nn::Conv2dOptions(3, 64, 11).stride(4).padding(2));
    conv("3", nn::Conv2dOptions(64, 192, 5).padding(2));
    conv("6", nn::Conv2dOptions(192, 384, 3).padding(1));
    conv("8", nn::Conv2dOptions(384, 256, 3).padding(1));
    conv("10", nn::Conv2dOptions(256, 256, 3).padding(1));
    auto classifier = register_module("classifier", std::make_shared<nn::Module>());
    dropout1_ = classifier->register_module("0", nn::Dropout(0.5));
    fc1_ = classifier->register_module("1", nn::Linear(256 * 6 * 6, 4096));
    dropout2_ = classifier->register_module("3", nn::Dropout(0.5));
    fc2_ = classifier->register_module("4", nn::Linear(4096, 4096));
    fc3_ = classifier->register_module("6", nn::Linear(4096, imagenet_classes));
  }

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = inputs.at(0);
    for (std::size_t i = 0; i < convs_.size(); ++i) {
      x = activate(convs_[i]->forward(x), ConvActivation::relu);
      if (i == 0 || i == 1 || i == 4) x = torch::max_pool2d(x, 3, 2);
    }
    x = torch::flatten(torch::adaptive_avg_pool2d(x, {6, 6}), 1);
    x = activate(fc1_->forward(dropout1_->forward(x)), ConvActivation::relu);
    x = activate(fc2_->forward(dropout2_->forward(x)), ConvActivation::relu);
    return fc3_->forward(x);
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return nn::functional::cross_entropy(output, target);
  }

 private:
  std::vector<nn::Conv2d> convs_;
  nn::Linear fc1_{nullptr}, fc2_{nullptr}, fc3_{nullptr};
  nn::Dropout dropout1_{nullptr}, dropout2_{nullptr};
};

}  // namespace

std::vector<ModelEntry> alexnet_models() {
  return {imagenet_entry("alexnet", 61'100'840, [] { return std::make_shared<AlexNet>(); })};
}

}  // namespace wgf::engine
