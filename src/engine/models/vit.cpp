// SPDX-License-Identifier: MIT
#include "engine/models/vit.h"

#include <cmath>
#include <string>

#include "engine/models/batches.h"
#include "engine/models/module_paths.h"
#include "engine/models/transformer_layers.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t image_size = 224, patch = 16, channels = 3, classes = 1000, head_width = 64;
constexpr std::int64_t tokens = (image_size / patch) * (image_size / patch) + 1;  // class token
constexpr double norm_epsilon = 1e-6, deviation = 0.02;

struct VitSize {
  std::string_view name;
  std::int64_t layers, width, parameters;
};

// Glorot and Bengio's rule, torch.nn.init.xavier_uniform_.
torch::Tensor xavier(const ParameterMaker& make, std::int64_t out, std::int64_t in) {
  return make.uniform({out, in}, std::sqrt(6.0 / static_cast<double>(in + out)));
}

std::shared_ptr<LinearLayer> linear(const ParameterMaker& make, std::int64_t in, std::int64_t out) {
  return std::make_shared<LinearLayer>(xavier(make, out, in), make.normal({out}, 1e-6));
}

class VitBlock final : public torch::nn::Module {
 public:
  VitBlock(const ParameterMaker& make, std::int64_t width) : heads_(width / head_width) {
    attention_norm_ =
        register_module("ln_1", std::make_shared<NormLayer>(make, width, norm_epsilon));
    torch::nn::Module& attention = group_at(*this, "self_attention");
    in_weight_ = attention.register_parameter("in_proj_weight", xavier(make, 3 * width, width));
    in_bias_ = attention.register_parameter("in_proj_bias", make.constant({3 * width}, 0));
    // torch.nn.Linear's rule: uniform within 1 / sqrt(fan in).
    const double bound = 1 / std::sqrt(static_cast<double>(width));
    attention_out_ = add_at(*this, "self_attention.out_proj",
                            std::make_shared<LinearLayer>(make.uniform({width, width}, bound),
                                                          make.constant({width}, 0)));
    feed_forward_norm_ =
        register_module("ln_2", std::make_shared<NormLayer>(make, width, norm_epsilon));
    up_ = add_at(*this, "mlp.0", linear(make, width, 4 * width));
    down_ = add_at(*this, "mlp.3", linear(make, 4 * width, width));
  }

  torch::Tensor forward(const torch::Tensor& x) const {
    const auto parts = at::linear(attention_norm_->forward(x), in_weight_, in_bias_).chunk(3, 2);
    const torch::Tensor attention = attend(parts[0], parts[1], parts[2], {.heads = heads_});
    const torch::Tensor middle = attention_out_->forward(attention) + x;
    const torch::Tensor hidden = at::gelu(up_->forward(feed_forward_norm_->forward(middle)));
    return down_->forward(hidden) + middle;
  }

 private:
  std::int64_t heads_;
  torch::Tensor in_weight_, in_bias_;
  std::shared_ptr<NormLayer> attention_norm_, feed_forward_norm_;
  std::shared_ptr<LinearLayer> attention_out_, up_, down_;
};

// torchvision's dropouts are 0 here, so there are none.
class Vit final : public Network {
 public:
  Vit(const VitSize& size, torch::Device device) {
    const ParameterMaker make(device);
    const std::int64_t width = size.width;
    class_token_ = register_parameter("class_token", make.constant({1, 1, width}, 0));
    torch::nn::Module& patches = group_at(*this, "conv_proj");
    const double patch_spread = std::sqrt(1.0 / (channels * patch * patch));
    patch_weight_ = patches.register_parameter(
        "weight", make.normal({width, channels, patch, patch}, patch_spread));
    patch_bias_ = patches.register_parameter("bias", make.constant({width}, 0));
    position_ =
        group_at(*this, "encoder")
            .register_parameter("pos_embedding", make.normal({1, tokens, width}, deviation));
    for (std::int64_t i = 0; i < size.layers; ++i)
      blocks_.push_back(add_at(*this, "encoder.layers.encoder_layer_" + std::to_string(i),
                               std::make_shared<VitBlock>(make, width)));
    norm_ = add_at(*this, "encoder.ln", std::make_shared<NormLayer>(make, width, norm_epsilon));
    // torchvision starts the head at zero, which makes all other gradients of the first step zero;
    // random instead, because zeros draw less power than the work being measured.
    head_ = add_at(*this, "heads.head",
                   std::make_shared<LinearLayer>(make.normal({classes, width}, deviation),
                                                 make.constant({classes}, 0)));
  }

  // Logits [batch, 1000], from the class token.
  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = at::conv2d(inputs.at(0), patch_weight_, patch_bias_, {patch, patch});
    x = x.flatten(2).transpose(1, 2);
    x = at::cat({class_token_.expand({x.size(0), -1, -1}), x}, 1) + position_;
    for (const auto& block : blocks_) x = block->forward(x);
    return head_->forward(norm_->forward(x).select(1, 0));
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return at::cross_entropy_loss(output, target);
  }

 private:
  torch::Tensor class_token_, patch_weight_, patch_bias_, position_;
  std::vector<std::shared_ptr<VitBlock>> blocks_;
  std::shared_ptr<NormLayer> norm_;
  std::shared_ptr<LinearLayer> head_;
};

constexpr VitSize sizes[] = {{"vit-base-16", 12, 768, 86'567'656},
                             {"vit-large-16", 24, 1024, 304'326'632}};

}  // namespace

std::vector<ModelEntry> vit_models() {
  std::vector<ModelEntry> entries;
  for (const VitSize& size : sizes) {
    ModelEntry entry{.name = size.name,
                     .kind = ModelKind::transformer,
                     .default_image_size = image_size,
                     .parameters = size.parameters};
    entry.make = [size] { return std::make_shared<Vit>(size, torch::kCPU); };
    entry.make_shapes = [size] { return std::make_shared<Vit>(size, torch::kMeta); };
    entry.make_batch = [size](const BatchShape& shape, torch::Generator& generator) {
      check_fixed_image_size(size.name, shape, image_size);
      return image_batch(shape, image_size, channels, classes, generator);
    };
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace wgf::engine
