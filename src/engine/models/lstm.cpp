// SPDX-License-Identifier: MIT
#include "engine/models/lstm.h"

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>

#include "engine/models/batches.h"
#include "engine/models/transformer_layers.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

constexpr std::int64_t vocabulary = 10'000, width = 1024, layers = 2;
constexpr double dropout = 0.2;

class LstmLanguageModel final : public Network {
 public:
  LstmLanguageModel() {
    const ParameterMaker make(torch::kCPU);
    embedding_ = register_module(
        "embedding", std::make_shared<EmbeddingTable>(make.uniform({vocabulary, width}, 0.1)));
    lstm_ = register_module(
        "lstm", nn::LSTM(nn::LSTMOptions(width, width).num_layers(layers).dropout(dropout)));
    head_ = register_module("head", nn::Linear(width, vocabulary));
  }

  // Logits [batch, tokens, vocabulary]. Inside, time comes first, as cuDNN reads it: turning the
  // small table of ids costs less than turning the vectors.
  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    const torch::Tensor ids = inputs.at(0).t();
    const torch::Tensor x = at::dropout(embedding_->forward(ids), dropout, is_training());
    const torch::Tensor states = std::get<0>(lstm_->forward(x));
    return head_->forward(at::dropout(states, dropout, is_training())).transpose(0, 1);
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return at::cross_entropy_loss(output.transpose(0, 1).flatten(0, 1), target.t().flatten());
  }

 private:
  std::shared_ptr<EmbeddingTable> embedding_;
  nn::LSTM lstm_{nullptr};
  nn::Linear head_{nullptr};
};

}  // namespace

std::vector<ModelEntry> lstm_models() {
  ModelEntry entry{.name = "lstm",
                   .kind = ModelKind::recurrent,
                   .default_sequence_length = 128,
                   .parameters = 37'283'600};
  entry.make = [] { return std::make_shared<LstmLanguageModel>(); };
  entry.make_batch = [](const BatchShape& shape, torch::Generator& generator) {
    return language_batch(shape, 128, vocabulary, generator);
  };
  return {entry};
}

}  // namespace wgf::engine
