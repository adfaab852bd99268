// SPDX-License-Identifier: MIT
#include "engine/models/mobilenet_v3.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include <algorithm>
#include <span>

#include "engine/models/conv_blocks.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

struct Row {
  std::int64_t kernel, expanded, out;
  bool squeeze;
  ConvActivation activation;
  std::int64_t stride;
};

constexpr ConvActivation re = ConvActivation::relu;
constexpr ConvActivation hs = ConvActivation::hardswish;

// Tables 1 and 2 of the paper (arXiv 1905.02244).
constexpr Row large_rows[] = {
    {3, 16, 16, false, re, 1},  {3, 64, 24, false, re, 2},  {3, 72, 24, false, re, 1},
    {5, 72, 40, true, re, 2},   {5, 120, 40, true, re, 1},  {5, 120, 40, true, re, 1},
    {3, 240, 80, false, hs, 2}, {3, 200, 80, false, hs, 1}, {3, 184, 80, false, hs, 1},
    {3, 184, 80, false, hs, 1}, {3, 480, 112, true, hs, 1}, {3, 672, 112, true, hs, 1},
    {5, 672, 160, true, hs, 2}, {5, 960, 160, true, hs, 1}, {5, 960, 160, true, hs, 1}};
constexpr Row small_rows[] = {
    {3, 16, 16, true, re, 2},  {3, 72, 24, false, re, 2}, {3, 88, 24, false, re, 1},
    {5, 96, 40, true, hs, 2},  {5, 240, 40, true, hs, 1}, {5, 240, 40, true, hs, 1},
    {5, 120, 48, true, hs, 1}, {5, 144, 48, true, hs, 1}, {5, 288, 96, true, hs, 2},
    {5, 576, 96, true, hs, 1}, {5, 576, 96, true, hs, 1}};

constexpr NormOptions norm{.epsilon = 0.001, .momentum = 0.01};

// A quarter of the channels, rounded to a multiple of 8 but never down by more than a tenth.
std::int64_t squeeze_channels(std::int64_t expanded) {
  const std::int64_t wanted = expanded / 4;
  const std::int64_t rounded = std::max<std::int64_t>(8, (wanted + 4) / 8 * 8);
  return 10 * rounded < 9 * wanted ? rounded + 8 : rounded;
}

class MobileNetV3 final : public Network {
 public:
  MobileNetV3(std::span<const Row> rows, std::int64_t last_channels) {
    auto features = register_module("features", std::make_shared<nn::Module>());
    const auto conv_norm = [&](const ConvNormOptions& options) {
      return append(*features, std::make_shared<ConvNorm>(options));
    };
    first_ = conv_norm({.in = 3, .out = 16, .stride = 2, .activation = hs, .norm = norm});
    std::int64_t in = 16;
    for (const Row& row : rows) {
      const InvertedResidualOptions options{
          .in = in,
          .expanded = row.expanded,
          .out = row.out,
          .kernel = row.kernel,
          .stride = row.stride,
          .activation = row.activation,
          .squeeze = row.squeeze ? squeeze_channels(row.expanded) : 0,
          .gate = SqueezeGate::hard_sigmoid,
          .norm = norm};
      blocks_.push_back(append(*features, std::make_shared<InvertedResidual>(options)));
      in = row.out;
    }
    last_ = conv_norm({.in = in, .out = 6 * in, .kernel = 1, .activation = hs, .norm = norm});
    auto classifier = register_module("classifier", std::make_shared<nn::Module>());
    fc1_ = classifier->register_module("0", nn::Linear(6 * in, last_channels));
    dropout_ = classifier->register_module("2", nn::Dropout(nn::DropoutOptions(0.2).inplace(true)));
    fc2_ = classifier->register_module("3", nn::Linear(last_channels, imagenet_classes));
    init_weights(*this, FanMode::out, LinearInit::normal);
  }

  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = first_->forward(inputs.at(0));
    for (const auto& block : blocks_) x = block->forward(x);
    x = activate(fc1_->forward(pool_to_vector(last_->forward(x))), hs);
    return fc2_->forward(dropout_->forward(x));
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return nn::functional::cross_entropy(output, target);
  }

 private:
  std::shared_ptr<ConvNorm> first_, last_;
  std::vector<std::shared_ptr<InvertedResidual>> blocks_;
  nn::Linear fc1_{nullptr}, fc2_{nullptr};
  nn::Dropout dropout_{nullptr};
};

}  // namespace

std::vector<ModelEntry> mobilenet_v3_models() {
  return {imagenet_entry("mobilenet_v3_small", 2'542'856,
                         [] { return std::make_shared<MobileNetV3>(small_rows, 1024); }),
          imagenet_entry("mobilenet_v3_large", 5'483'032,
                         [] { return std::make_shared<MobileNetV3>(large_rows, 1280); })};
}

}  // namespace wgf::engine
