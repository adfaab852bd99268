// SPDX-License-Identifier: MIT
#include "engine/models/efficientnet.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include <cmath>

#include "engine/models/conv_blocks.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

struct Stage {
  std::int64_t expansion, kernel, stride, in, out;
  int blocks;
};

// Table 1 of the paper (arXiv 1905.11946): B0, which the others scale.
constexpr Stage b0_stages[] = {{1, 3, 1, 32, 16, 1},  {6, 3, 2, 16, 24, 2},  {6, 5, 2, 24, 40, 2},
                               {6, 3, 2, 40, 80, 3},  {6, 5, 1, 80, 112, 3}, {6, 5, 2, 112, 192, 4},
                               {6, 3, 1, 192, 320, 1}};

struct Scaling {
  std::int64_t width = 1;  // factor on all channels; B0's are multiples of 8, so none is rounded
  double depth = 1;        // factor on the blocks of a stage, rounded up
  double dropout = 0.2;
  NormOptions norm{};
};

// Chance of skipping the last block in training; it grows linearly with depth.
constexpr double skip_probability = 0.2;

class EfficientNet final : public Network {
 public:
  explicit EfficientNet(const Scaling& scaling) {
    features_ = register_module("features", std::make_shared<nn::Module>());
    first_ = conv_norm({.in = 3,
                        .out = 32 * scaling.width,
                        .stride = 2,
                        .activation = ConvActivation::silu,
                        .norm = scaling.norm});
    add_stages(scaling);
    const std::int64_t in = 320 * scaling.width;
    last_ = conv_norm({.in = in,
                       .out = 4 * in,
                       .kernel = 1,
                       .activation = ConvActivation::silu,
                       .norm = scaling.norm});
    auto classifier = register_module("classifier", std::make_shared<nn::Module>());
    const auto dropout = nn::DropoutOptions(scaling.dropout).inplace(true);
    dropout_ = classifier->register_module("0", nn::Dropout(dropout));
    fc_ = classifier->register_module("1", nn::Linear(4 * in, imagenet_classes));
    init_weights(*this, FanMode::out, LinearInit::uniform_by_outputs);
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
  std::shared_ptr<ConvNorm> conv_norm(const ConvNormOptions& options) {
    return append(*features_, std::make_shared<ConvNorm>(options));
  }

  void add_stages(const Scaling& scaling) {
    const auto depth = [&](const Stage& stage) {
      return static_cast<int>(std::ceil(stage.blocks * scaling.depth));
    };
    int total = 0;
    for (const Stage& stage : b0_stages) total += depth(stage);
    for (const Stage& stage : b0_stages) {
      auto container = append(*features_, std::make_shared<nn::Module>());
      for (int i = 0; i < depth(stage); ++i) {
        const std::int64_t in = scaling.width * (i == 0 ? stage.in : stage.out);
        const InvertedResidualOptions options{
            .in = in,
            .expanded = in * stage.expansion,
            .out = scaling.width * stage.out,
            .kernel = stage.kernel,
            .stride = i == 0 ? stage.stride : 1,
            .activation = ConvActivation::silu,
            .squeeze = in / 4,
            .squeeze_activation = ConvActivation::silu,
            .gate = SqueezeGate::sigmoid,
            .norm = scaling.norm,
            .skip_probability = skip_probability * static_cast<double>(blocks_.size()) / total};
        blocks_.push_back(append(*container, std::make_shared<InvertedResidual>(options)));
      }
    }
  }

  std::shared_ptr<nn::Module> features_;
  std::shared_ptr<ConvNorm> first_, last_;
  std::vector<std::shared_ptr<InvertedResidual>> blocks_;
  nn::Dropout dropout_{nullptr};
  nn::Linear fc_{nullptr};
};

ModelEntry entry(std::string_view name, std::int64_t parameters, const Scaling& scaling) {
  return imagenet_entry(name, parameters,
                        [scaling] { return std::make_shared<EfficientNet>(scaling); });
}

}  // namespace

std::vector<ModelEntry> efficientnet_models() {
  // B7 was designed for 600x600 images (--image-size 600); 224 keeps networks comparable.
  return {entry("efficientnet_b0", 5'288'548, {}),
          entry("efficientnet_b7", 66'347'960,
                {.width = 2,
                 .depth = 3.1,
                 .dropout = 0.5,
                 .norm = {.epsilon = 0.001, .momentum = 0.01}})};
}

}  // namespace wgf::engine
