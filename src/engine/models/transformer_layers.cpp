// SPDX-License-Identifier: MIT
#include "engine/models/transformer_layers.h"

#include <utility>

namespace wgf::engine {

torch::Tensor ParameterMaker::empty(torch::IntArrayRef shape) const {
  return torch::empty(shape, torch::TensorOptions(torch::kFloat32).device(device_));
}

torch::Tensor ParameterMaker::normal(torch::IntArrayRef shape, double deviation) const {
  torch::Tensor values = empty(shape);
  return device_.is_meta() ? values : values.normal_(0, deviation);
}

torch::Tensor ParameterMaker::uniform(torch::IntArrayRef shape, double bound) const {
  torch::Tensor values = empty(shape);
  return device_.is_meta() ? values : values.uniform_(-bound, bound);
}

torch::Tensor ParameterMaker::constant(torch::IntArrayRef shape, double value) const {
  return empty(shape).fill_(value);
}

LinearLayer::LinearLayer(torch::Tensor weight, torch::Tensor bias)
    : weight_(register_parameter("weight", std::move(weight))),
      bias_(register_parameter("bias", std::move(bias))) {}

TransposedLinearLayer::TransposedLinearLayer(torch::Tensor weight, torch::Tensor bias)
    : weight_(register_parameter("weight", std::move(weight))),
      bias_(register_parameter("bias", std::move(bias))) {}

torch::Tensor TransposedLinearLayer::forward(const torch::Tensor& x) const {
  return at::addmm(bias_, x.flatten(0, 1), weight_).view({x.size(0), x.size(1), -1});
}

NormLayer::NormLayer(const ParameterMaker& make, std::int64_t width, double epsilon)
    : width_(width),
      epsilon_(epsilon),
      weight_(register_parameter("weight", make.constant({width}, 1))),
      bias_(register_parameter("bias", make.constant({width}, 0))) {}

EmbeddingTable::EmbeddingTable(torch::Tensor weight, std::int64_t padding)
    : weight_(register_parameter("weight", std::move(weight))), padding_(padding) {
  const torch::NoGradGuard no_grad;
  if (padding_ >= 0) weight_.select(0, padding_).zero_();
}

torch::Tensor attend(const torch::Tensor& query, const torch::Tensor& key,
                     const torch::Tensor& value, const AttentionOptions& options) {
  const auto split_heads = [&options](const torch::Tensor& x) {
    return x.view({x.size(0), x.size(1), options.heads, -1}).transpose(1, 2);
  };
  // The fused kernels write [batch, tokens, heads, head width], so joining the heads copies
  // nothing.
  return at::scaled_dot_product_attention(split_heads(query), split_heads(key), split_heads(value),
                                          {}, options.dropout, options.causal)
      .transpose(1, 2)
      .flatten(2);
}

}  // namespace wgf::engine
