// SPDX-License-Identifier: MIT
#include "engine/models/unet.h"

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>

#include <array>
#include <string>

#include "engine/models/batches.h"
#include "engine/models/module_paths.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

constexpr std::int64_t channels = 3, classes = 2, default_size = 128;
constexpr std::array<std::int64_t, 5> widths = {64, 128, 256, 512, 1024};

// Convolution 3x3, batch normalisation, ReLU; twice.
class DoubleConvolution final : public nn::Module {
 public:
  DoubleConvolution(std::int64_t in, std::int64_t out) {
    nn::Module& parts = group_at(*this, "double_conv");
    first_ = parts.register_module("0", convolution(in, out));
    first_norm_ = parts.register_module("1", nn::BatchNorm2d(out));
    second_ = parts.register_module("3", convolution(out, out));
    second_norm_ = parts.register_module("4", nn::BatchNorm2d(out));
  }

  torch::Tensor forward(const torch::Tensor& x) {
    const torch::Tensor middle = first_norm_->forward(first_->forward(x)).relu_();
    return second_norm_->forward(second_->forward(middle)).relu_();
  }

 private:
  static nn::Conv2d convolution(std::int64_t in, std::int64_t out) {
    return nn::Conv2d(nn::Conv2dOptions(in, out, 3).padding(1).bias(false));
  }

  nn::Conv2d first_{nullptr}, second_{nullptr};
  nn::BatchNorm2d first_norm_{nullptr}, second_norm_{nullptr};
};

class Unet final : public Network {
 public:
  Unet() {
    down_.push_back(add_at(*this, "inc", block(channels, widths[0])));
    for (std::size_t i = 1; i < widths.size(); ++i)
      down_.push_back(add_at(*this, "down" + std::to_string(i) + ".maxpool_conv.1",
                             block(widths[i - 1], widths[i])));
    for (std::size_t i = 1; i < widths.size(); ++i) {
      const std::int64_t in = widths[widths.size() - i], out = widths[widths.size() - i - 1];
      const std::string name = "up" + std::to_string(i);
      enlarge_.push_back(
          add_at(*this, name + ".up",
                 nn::ConvTranspose2d(nn::ConvTranspose2dOptions(in, out, 2).stride(2))));
      up_.push_back(add_at(*this, name + ".conv", block(in, out)));
    }
    head_ = add_at(*this, "outc.conv", nn::Conv2d(nn::Conv2dOptions(widths[0], classes, 1)));
  }

  // Logits [batch, 2, size, size].
  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    std::array<torch::Tensor, widths.size()> levels;
    levels[0] = down_[0]->forward(inputs.at(0));
    for (std::size_t i = 1; i < widths.size(); ++i)
      levels[i] = down_[i]->forward(at::max_pool2d(levels[i - 1], 2));
    torch::Tensor x = levels.back();
    for (std::size_t i = 0; i < up_.size(); ++i) {
      const torch::Tensor& skip = levels[up_.size() - 1 - i];
      x = up_[i]->forward(at::cat({skip, enlarge_[i]->forward(x)}, 1));
    }
    return head_->forward(x);
  }
  // Mean over all pixels.
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return at::cross_entropy_loss(output, target);
  }

 private:
  static std::shared_ptr<DoubleConvolution> block(std::int64_t in, std::int64_t out) {
    return std::make_shared<DoubleConvolution>(in, out);
  }

  std::vector<std::shared_ptr<DoubleConvolution>> down_, up_;
  std::vector<nn::ConvTranspose2d> enlarge_;
  nn::Conv2d head_{nullptr};
};

Batch segmentation_batch(const BatchShape& shape, torch::Generator& generator) {
  // Four halvings must come out even; one pixel at the bottom is too few for its normalisation.
  check_image_size("unet", shape, 32, 16);
  Batch batch = image_batch(shape, default_size, channels, classes, generator);
  const std::int64_t size = batch.inputs[0].size(2);
  batch.target =
      torch::randint(0, classes, {shape.batch_size, size, size}, generator, batch.target.options());
  return batch;
}

}  // namespace

std::vector<ModelEntry> unet_models() {
  ModelEntry entry{.name = "unet",
                   .kind = ModelKind::generative,
                   .default_image_size = default_size,
                   .parameters = 31'037'698};
  entry.make = [] { return std::make_shared<Unet>(); };
  entry.make_batch = segmentation_batch;
  return {entry};
}

}  // namespace wgf::engine
