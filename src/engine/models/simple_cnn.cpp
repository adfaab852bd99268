// SPDX-License-Identifier: MIT
#include "engine/models/simple_cnn.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/pooling.h>

#include "engine/models/batches.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

// Three 3x3 convolutions (32, 64, 128 channels), each with ReLU and 2x2 pooling, then two linear
// layers: 224 -> 112 -> 56 -> 28, so the first linear layer reads 128*28*28 = 100,352 values and
// holds nearly all 51.5 M parameters.
class SimpleCnn final : public Network {
 public:
  SimpleCnn() {
    features_ =
        register_module("features", nn::Sequential(conv(3, 32), nn::ReLU(), nn::MaxPool2d(2),
                                                   conv(32, 64), nn::ReLU(), nn::MaxPool2d(2),
                                                   conv(64, 128), nn::ReLU(), nn::MaxPool2d(2)));
    classifier_ = register_module(
        "classifier", nn::Sequential(nn::Flatten(), nn::Linear(128 * 28 * 28, 512), nn::ReLU(),
                                     nn::Dropout(0.5), nn::Linear(512, classes)));
  }

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = features_->forward(inputs.at(0));
    // Other image sizes than 224 are averaged or repeated to the size the linear layer reads.
    if (x.size(2) != 28 || x.size(3) != 28) x = torch::adaptive_avg_pool2d(x, {28, 28});
    return classifier_->forward(x);
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return nn::functional::cross_entropy(output, target);
  }

  static constexpr std::int64_t classes = 10;

 private:
  static nn::Conv2d conv(std::int64_t in, std::int64_t out) {
    return nn::Conv2d(nn::Conv2dOptions(in, out, 3).padding(1));
  }

  nn::Sequential features_{nullptr}, classifier_{nullptr};
};

}  // namespace

std::vector<ModelEntry> simple_cnn_models() {
  ModelEntry entry{.name = "simple_cnn",
                   .kind = ModelKind::cnn,
                   .default_image_size = 224,
                   .parameters = 51'479'114};
  entry.make = [] { return std::make_shared<SimpleCnn>(); };
  entry.make_batch = [](const BatchShape& shape, torch::Generator& generator) {
    return image_batch(shape, 224, 3, SimpleCnn::classes, generator);
  };
  return {entry};
}

}  // namespace wgf::engine
