// SPDX-License-Identifier: MIT
#include "engine/models/bert.h"

#include <string>

#include "engine/models/batches.h"
#include "engine/models/module_paths.h"
#include "engine/models/transformer_layers.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t vocabulary = 30522, positions = 512, token_types = 2, padding_id = 0;
constexpr double norm_epsilon = 1e-12, dropout = 0.1, deviation = 0.02;
constexpr std::int64_t head_width = 64;  // of every published size; feed-forward = 4 x width

struct EncoderSize {
  std::string_view name;
  std::int64_t layers, width, parameters;
};

// What the two families call the parts of a layer, and the one thing they compute differently.
struct LayerStyle {
  const char *query, *key, *value, *attention_output, *attention_norm, *up, *down, *output_norm;
  bool drops_attention_output;
};

constexpr LayerStyle bert_style{.query = "attention.self.query",
                                .key = "attention.self.key",
                                .value = "attention.self.value",
                                .attention_output = "attention.output.dense",
                                .attention_norm = "attention.output.LayerNorm",
                                .up = "intermediate.dense",
                                .down = "output.dense",
                                .output_norm = "output.LayerNorm",
                                .drops_attention_output = true};
constexpr LayerStyle distilbert_style{.query = "attention.q_lin",
                                      .key = "attention.k_lin",
                                      .value = "attention.v_lin",
                                      .attention_output = "attention.out_lin",
                                      .attention_norm = "sa_layer_norm",
                                      .up = "ffn.lin1",
                                      .down = "ffn.lin2",
                                      .output_norm = "output_layer_norm",
                                      .drops_attention_output = false};

std::shared_ptr<LinearLayer> linear(const ParameterMaker& make, std::int64_t in, std::int64_t out) {
  return std::make_shared<LinearLayer>(make.normal({out, in}, deviation), make.constant({out}, 0));
}

std::shared_ptr<NormLayer> norm(const ParameterMaker& make, std::int64_t width) {
  return std::make_shared<NormLayer>(make, width, norm_epsilon);
}

// Attention and feed-forward, each added to its input and normalised afterwards.
class EncoderLayer final : public torch::nn::Module {
 public:
  EncoderLayer(const ParameterMaker& make, std::int64_t width, const LayerStyle& style)
      : heads_(width / head_width), drops_attention_output_(style.drops_attention_output) {
    query_ = add_at(*this, style.query, linear(make, width, width));
    key_ = add_at(*this, style.key, linear(make, width, width));
    value_ = add_at(*this, style.value, linear(make, width, width));
    attention_output_ = add_at(*this, style.attention_output, linear(make, width, width));
    attention_norm_ = add_at(*this, style.attention_norm, norm(make, width));
    up_ = add_at(*this, style.up, linear(make, width, 4 * width));
    down_ = add_at(*this, style.down, linear(make, 4 * width, width));
    output_norm_ = add_at(*this, style.output_norm, norm(make, width));
  }

  torch::Tensor forward(const torch::Tensor& x) const {
    const bool training = is_training();
    torch::Tensor attention =
        attention_output_->forward(attend(query_->forward(x), key_->forward(x), value_->forward(x),
                                          {.heads = heads_, .dropout = training ? dropout : 0}));
    if (drops_attention_output_) attention = at::dropout(attention, dropout, training);
    const torch::Tensor middle = attention_norm_->forward(attention + x);
    const torch::Tensor output = down_->forward(at::gelu(up_->forward(middle)));
    return output_norm_->forward(at::dropout(output, dropout, training) + middle);
  }

 private:
  std::int64_t heads_;
  bool drops_attention_output_;
  std::shared_ptr<LinearLayer> query_, key_, value_, attention_output_, up_, down_;
  std::shared_ptr<NormLayer> attention_norm_, output_norm_;
};

enum class TokenTypes { yes, no };

// Sum of the word's, the position's and (BERT) the token type's vector. All tokens are of type 0.
class Embeddings final : public torch::nn::Module {
 public:
  Embeddings(const ParameterMaker& make, std::int64_t width, TokenTypes types) {
    words_ = table("word_embeddings", make.normal({vocabulary, width}, deviation), padding_id);
    positions_ = table("position_embeddings", make.normal({positions, width}, deviation), -1);
    if (types == TokenTypes::yes)
      types_ = table("token_type_embeddings", make.normal({token_types, width}, deviation), -1);
    norm_ = register_module("LayerNorm", norm(make, width));
  }

  torch::Tensor forward(const torch::Tensor& ids) const {
    torch::Tensor rows = positions_->first_rows(ids.size(1));
    if (types_) rows = rows + types_->first_rows(1);
    return at::dropout(norm_->forward(words_->forward(ids) + rows), dropout, is_training());
  }

 private:
  std::shared_ptr<EmbeddingTable> table(const char* name, const torch::Tensor& weight,
                                        std::int64_t padding) {
    return register_module(name, std::make_shared<EmbeddingTable>(weight, padding));
  }

  std::shared_ptr<EmbeddingTable> words_, positions_, types_;
  std::shared_ptr<NormLayer> norm_;
};

using Layers = std::vector<std::shared_ptr<EncoderLayer>>;

Layers add_layers(torch::nn::Module& network, const std::string& path, const ParameterMaker& make,
                  const EncoderSize& size, const LayerStyle& style) {
  Layers layers;
  for (std::int64_t i = 0; i < size.layers; ++i)
    layers.push_back(add_at(network, path + '.' + std::to_string(i),
                            std::make_shared<EncoderLayer>(make, size.width, style)));
  return layers;
}

class Bert final : public Network {
 public:
  Bert(const EncoderSize& size, torch::Device device) {
    const ParameterMaker make(device);
    embeddings_ = register_module("embeddings",
                                  std::make_shared<Embeddings>(make, size.width, TokenTypes::yes));
    layers_ = add_layers(*this, "encoder.layer", make, size, bert_style);
    pooler_ = add_at(*this, "pooler.dense", linear(make, size.width, size.width));
  }

  // The pooled vector [batch, width]: the first token's, through one more layer.
  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = embeddings_->forward(inputs.at(0));
    for (const auto& layer : layers_) x = layer->forward(x);
    return pooler_->forward(x.select(1, 0)).tanh_();
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return at::cross_entropy_loss(output, target);
  }

 private:
  std::shared_ptr<Embeddings> embeddings_;
  Layers layers_;
  std::shared_ptr<LinearLayer> pooler_;
};

class DistilBert final : public Network {
 public:
  DistilBert(const EncoderSize& size, torch::Device device) {
    const ParameterMaker make(device);
    embeddings_ = register_module("embeddings",
                                  std::make_shared<Embeddings>(make, size.width, TokenTypes::no));
    layers_ = add_layers(*this, "transformer.layer", make, size, distilbert_style);
  }

  // The last hidden states [batch, tokens, width].
  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    torch::Tensor x = embeddings_->forward(inputs.at(0));
    for (const auto& layer : layers_) x = layer->forward(x);
    return x;
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return at::cross_entropy_loss(output.select(1, 0), target);
  }

 private:
  std::shared_ptr<Embeddings> embeddings_;
  Layers layers_;
};

constexpr EncoderSize bert_sizes[] = {{"bert-tiny", 2, 128, 4'385'920},
                                      {"bert-mini", 4, 256, 11'170'560},
                                      {"bert-small", 4, 512, 28'763'648},
                                      {"bert-base", 12, 768, 109'482'240},
                                      {"bert-large", 24, 1024, 335'141'888}};
constexpr EncoderSize distilbert_size{"distilbert", 6, 768, 66'362'880};

template <typename Model>
ModelEntry make_entry(const EncoderSize& size) {
  ModelEntry entry{.name = size.name,
                   .kind = ModelKind::transformer,
                   .default_sequence_length = 128,
                   .parameters = size.parameters};
  entry.make = [size] { return std::make_shared<Model>(size, torch::kCPU); };
  entry.make_shapes = [size] { return std::make_shared<Model>(size, torch::kMeta); };
  entry.make_batch = [size](const BatchShape& shape, torch::Generator& generator) {
    check_sequence_length(size.name, shape, positions);
    return token_batch(shape, 128, vocabulary, size.width, generator);
  };
  return entry;
}

}  // namespace

std::vector<ModelEntry> bert_models() {
  std::vector<ModelEntry> entries;
  for (const EncoderSize& size : bert_sizes) entries.push_back(make_entry<Bert>(size));
  entries.push_back(make_entry<DistilBert>(distilbert_size));
  return entries;
}

}  // namespace wgf::engine
