// SPDX-License-Identifier: MIT
#pragma once
// The layers that transformers are made of. torch::nn has them too, but fills every weight by a
// rule of its own before the network can fill it by its reference's rule (twice the time for
// GPT-2 XL's 1.6 billion numbers), and always in memory.

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>

namespace wgf::engine {

// Makes the initial values of parameters. On the meta device they have shapes and no memory, which
// is how the largest networks are counted and compared.
class ParameterMaker {
 public:
  explicit ParameterMaker(torch::Device device) : device_(device) {}

  torch::Tensor normal(torch::IntArrayRef shape, double deviation) const;
  torch::Tensor uniform(torch::IntArrayRef shape, double bound) const;
  torch::Tensor constant(torch::IntArrayRef shape, double value) const;

 private:
  torch::Tensor empty(torch::IntArrayRef shape) const;

  torch::Device device_;
};

// x W^T + b with weight [out, in], as torch.nn.Linear.
class LinearLayer final : public torch::nn::Module {
 public:
  LinearLayer(torch::Tensor weight, torch::Tensor bias);
  torch::Tensor forward(const torch::Tensor& x) const { return at::linear(x, weight_, bias_); }

 private:
  torch::Tensor weight_, bias_;
};

// x W + b with weight [in, out]: GPT-2's layout ("Conv1D" in transformers).
class TransposedLinearLayer final : public torch::nn::Module {
 public:
  TransposedLinearLayer(torch::Tensor weight, torch::Tensor bias);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  torch::Tensor weight_, bias_;
};

// Layer normalisation over the last dimension.
class NormLayer final : public torch::nn::Module {
 public:
  NormLayer(const ParameterMaker& make, std::int64_t width, double epsilon);
  torch::Tensor forward(const torch::Tensor& x) const {
    return at::layer_norm(x, {width_}, weight_, bias_, epsilon_);
  }

 private:
  std::int64_t width_;
  double epsilon_;
  torch::Tensor weight_, bias_;
};

// A table of vectors. The row `padding` (if any) gets no gradient, as in torch.nn.Embedding.
class EmbeddingTable final : public torch::nn::Module {
 public:
  explicit EmbeddingTable(torch::Tensor weight, std::int64_t padding = -1);
  torch::Tensor forward(const torch::Tensor& ids) const {
    return at::embedding(weight_, ids, padding_);
  }
  // The rows 0 to count - 1 as a view: what looking up consecutive positions gives.
  torch::Tensor first_rows(std::int64_t count) const { return weight_.narrow(0, 0, count); }
  const torch::Tensor& weight() const { return weight_; }

 private:
  torch::Tensor weight_;
  std::int64_t padding_;
};

struct AttentionOptions {
  std::int64_t heads = 1;
  double dropout = 0;  // of the attention weights; give 0 outside training
  bool causal = false;
};

// Scaled dot-product attention over heads; all tensors [batch, tokens, width].
torch::Tensor attend(const torch::Tensor& query, const torch::Tensor& key,
                     const torch::Tensor& value, const AttentionOptions& options);

}  // namespace wgf::engine
