// SPDX-License-Identifier: MIT
#include "engine/models/autoencoder.h"

#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>

#include <array>
#include <string>
#include <utility>

#include "engine/models/batches.h"
#include "engine/models/module_paths.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

constexpr std::int64_t default_size = 64, latent = 128;
constexpr std::array<std::int64_t, 5> widths = {3, 32, 64, 128, 256};
constexpr std::int64_t halvings = 4, bottom = default_size >> halvings;  // 4 x 4 pixels
constexpr std::int64_t features = widths.back() * bottom * bottom;       // 4,096

// Four convolutions 4x4 with stride 2 and ReLU: 3 -> 32 -> 64 -> 128 -> 256 channels.
class Encoder final : public nn::Module {
 public:
  Encoder() {
    for (std::size_t i = 0; i + 1 < widths.size(); ++i)
      layers_.push_back(register_module(
          std::to_string(i),
          nn::Conv2d(nn::Conv2dOptions(widths[i], widths[i + 1], 4).stride(2).padding(1))));
  }

  torch::Tensor forward(torch::Tensor x) {
    for (nn::Conv2d& layer : layers_) x = layer->forward(x).relu_();
    return x;
  }

 private:
  std::vector<nn::Conv2d> layers_;
};

// The encoder backwards: transposed convolutions 256 -> 128 -> 64 -> 32 -> 3, sigmoid at the end.
class Decoder final : public nn::Module {
 public:
  Decoder() {
    for (std::size_t i = widths.size() - 1; i > 0; --i) {
      const auto options =
          nn::ConvTranspose2dOptions(widths[i], widths[i - 1], 4).stride(2).padding(1);
      layers_.push_back(
          register_module(std::to_string(layers_.size()), nn::ConvTranspose2d(options)));
    }
  }

  torch::Tensor forward(torch::Tensor x) {
    for (std::size_t i = 0; i + 1 < layers_.size(); ++i) x = layers_[i]->forward(x).relu_();
    return layers_.back()->forward(x).sigmoid_();
  }

 private:
  std::vector<nn::ConvTranspose2d> layers_;
};

class Autoencoder final : public Network {
 public:
  Autoencoder()
      : encoder_(register_module("encoder", std::make_shared<Encoder>())),
        decoder_(register_module("decoder", std::make_shared<Decoder>())) {}

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    return decoder_->forward(encoder_->forward(inputs.at(0)));
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return at::mse_loss(output, target);
  }

 private:
  std::shared_ptr<Encoder> encoder_;
  std::shared_ptr<Decoder> decoder_;
};

// Kingma and Welling 2013 (arXiv:1312.6114) around the same encoder and decoder.
class VariationalAutoencoder final : public Network {
 public:
  VariationalAutoencoder()
      : encoder_(register_module("encoder", std::make_shared<Encoder>())),
        mean_layer_(register_module("mean", nn::Linear(features, latent))),
        log_variance_layer_(register_module("log_variance", nn::Linear(features, latent))),
        expand_(register_module("expand", nn::Linear(latent, features))),
        decoder_(register_module("decoder", std::make_shared<Decoder>())) {}

  // In training the code is drawn from its distribution; otherwise it is the mean.
  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    const torch::Tensor x = encoder_->forward(inputs.at(0)).flatten(1);
    mean_ = mean_layer_->forward(x);
    log_variance_ = log_variance_layer_->forward(x);
    torch::Tensor code = mean_;
    if (is_training()) code = mean_ + at::randn_like(mean_) * (0.5 * log_variance_).exp();
    return decoder_->forward(expand_->forward(code).view({-1, widths.back(), bottom, bottom}));
  }
  // Per image: squared error, plus the Kullback-Leibler divergence from the standard normal
  // distribution, (mean^2 + variance - log variance - 1) / 2 summed over the code.
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    // At least float32: a sum of squares overflows half precision.
    const auto type = c10::promoteTypes(mean_.scalar_type(), torch::kFloat32);
    const torch::Tensor mean = std::exchange(mean_, {}).to(type);
    const torch::Tensor log_variance = std::exchange(log_variance_, {}).to(type);
    const torch::Tensor divergence =
        0.5 * (mean.square() + log_variance.exp() - log_variance - 1).sum();
    const torch::Tensor error = at::mse_loss(output, target, at::Reduction::Sum);
    return (error + divergence) / static_cast<double>(target.size(0));
  }

 private:
  std::shared_ptr<Encoder> encoder_;
  nn::Linear mean_layer_, log_variance_layer_, expand_;
  std::shared_ptr<Decoder> decoder_;
  torch::Tensor mean_, log_variance_;  // of the last forward pass, until its loss
};

template <typename Model>
std::shared_ptr<Network> make_network() {
  return std::make_shared<Model>();
}

}  // namespace

std::vector<ModelEntry> autoencoder_models() {
  ModelEntry plain{.name = "autoencoder",
                   .kind = ModelKind::generative,
                   .default_image_size = default_size,
                   .parameters = 1'380'035};
  plain.make = make_network<Autoencoder>;
  plain.make_batch = [](const BatchShape& shape, torch::Generator& generator) {
    check_image_size("autoencoder", shape, 16, 1 << halvings);
    return pixel_batch(shape, default_size, widths[0], generator);
  };
  ModelEntry variational{.name = "vae",
                         .kind = ModelKind::generative,
                         .default_image_size = default_size,
                         .parameters = 2'957'251};
  variational.make = make_network<VariationalAutoencoder>;
  variational.make_batch = [](const BatchShape& shape, torch::Generator& generator) {
    check_fixed_image_size("vae", shape, default_size);
    return pixel_batch(shape, default_size, widths[0], generator);
  };
  return {variational, plain};
}

}  // namespace wgf::engine
