// SPDX-License-Identifier: MIT
#include "engine/models/gpt2.h"

#include <cmath>
#include <string>

#include "engine/models/batches.h"
#include "engine/models/module_paths.h"
#include "engine/models/transformer_layers.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t vocabulary = 50257, positions = 1024, head_width = 64;
constexpr double norm_epsilon = 1e-5, dropout = 0.1, deviation = 0.02;

struct Gpt2Size {
  std::string_view name;
  std::int64_t layers, width, parameters;
};

// Normalisation first, then attention or feed-forward, added to the unnormalised input.
class Gpt2Block final : public torch::nn::Module {
 public:
  Gpt2Block(const ParameterMaker& make, const Gpt2Size& size) : heads_(size.width / head_width) {
    const std::int64_t width = size.width;
    // Layers that write to the residual stream start smaller: it sums two per block.
    const double residual = deviation / std::sqrt(2.0 * static_cast<double>(size.layers));
    attention_norm_ =
        register_module("ln_1", std::make_shared<NormLayer>(make, width, norm_epsilon));
    attention_in_ = add_at(*this, "attn.c_attn", linear(make, width, 3 * width, deviation));
    attention_out_ = add_at(*this, "attn.c_proj", linear(make, width, width, residual));
    feed_forward_norm_ =
        register_module("ln_2", std::make_shared<NormLayer>(make, width, norm_epsilon));
    up_ = add_at(*this, "mlp.c_fc", linear(make, width, 4 * width, deviation));
    down_ = add_at(*this, "mlp.c_proj", linear(make, 4 * width, width, residual));
  }

  torch::Tensor forward(const torch::Tensor& x) const {
    const bool training = is_training();
    const auto parts = attention_in_->forward(attention_norm_->forward(x)).chunk(3, 2);
    const torch::Tensor attention =
        attend(parts[0], parts[1], parts[2],
               {.heads = heads_, .dropout = training ? dropout : 0, .causal = true});
    const torch::Tensor middle =
        at::dropout(attention_out_->forward(attention), dropout, training) + x;
    const torch::Tensor hidden =
        at::gelu(up_->forward(feed_forward_norm_->forward(middle)), "tanh");
    return at::dropout(down_->forward(hidden), dropout, training) + middle;
  }

 private:
  static std::shared_ptr<TransposedLinearLayer> linear(const ParameterMaker& make, std::int64_t in,
                                                       std::int64_t out, double spread) {
    return std::make_shared<TransposedLinearLayer>(make.normal({in, out}, spread),
                                                   make.constant({out}, 0));
  }

  std::int64_t heads_;
  std::shared_ptr<NormLayer> attention_norm_, feed_forward_norm_;
  std::shared_ptr<TransposedLinearLayer> attention_in_, attention_out_, up_, down_;
};

class Gpt2 final : public Network {
 public:
  Gpt2(const Gpt2Size& size, torch::Device device) {
    const ParameterMaker make(device);
    words_ =
        add_at(*this, "transformer.wte",
               std::make_shared<EmbeddingTable>(make.normal({vocabulary, size.width}, deviation)));
    positions_ =
        add_at(*this, "transformer.wpe",
               std::make_shared<EmbeddingTable>(make.normal({positions, size.width}, deviation)));
    for (std::int64_t i = 0; i < size.layers; ++i)
      blocks_.push_back(add_at(*this, "transformer.h." + std::to_string(i),
                               std::make_shared<Gpt2Block>(make, size)));
    norm_ = add_at(*this, "transformer.ln_f",
                   std::make_shared<NormLayer>(make, size.width, norm_epsilon));
  }

  // Logits [batch, tokens, vocabulary]; the head is the word embedding again.
  torch::Tensor forward(const std::vector<torch::Tensor>& inputs) override {
    const torch::Tensor& ids = inputs.at(0);
    torch::Tensor x = words_->forward(ids) + positions_->first_rows(ids.size(1));
    x = at::dropout(x, dropout, is_training());
    for (const auto& block : blocks_) x = block->forward(x);
    return at::linear(norm_->forward(x), words_->weight());
  }
  torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) override {
    return at::cross_entropy_loss(output.flatten(0, 1), target.flatten());
  }

 private:
  std::shared_ptr<EmbeddingTable> words_, positions_;
  std::vector<std::shared_ptr<Gpt2Block>> blocks_;
  std::shared_ptr<NormLayer> norm_;
};

constexpr Gpt2Size sizes[] = {{"gpt2", 12, 768, 124'439'808},
                              {"gpt2-medium", 24, 1024, 354'823'168},
                              {"gpt2-large", 36, 1280, 774'030'080},
                              {"gpt2-xl", 48, 1600, 1'557'611'200}};

}  // namespace

std::vector<ModelEntry> gpt2_models() {
  std::vector<ModelEntry> entries;
  for (const Gpt2Size& size : sizes) {
    ModelEntry entry{.name = size.name,
                     .kind = ModelKind::transformer,
                     .default_sequence_length = 128,
                     .parameters = size.parameters};
    entry.make = [size] { return std::make_shared<Gpt2>(size, torch::kCPU); };
    entry.make_shapes = [size] { return std::make_shared<Gpt2>(size, torch::kMeta); };
    entry.make_batch = [size](const BatchShape& shape, torch::Generator& generator) {
      check_sequence_length(size.name, shape, positions);
      return language_batch(shape, 128, vocabulary, generator);
    };
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace wgf::engine
