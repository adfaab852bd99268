// SPDX-License-Identifier: MIT
// A step by hand gives the loss, every gradient and the updated weights of autograd and of
// LibTorch's AdamW, for each kind of decoder, whatever is computed again, in however many
// micro-batches.
#include "engine/training/training_step.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/rms_norm.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros_like.h>
#include <gtest/gtest.h>
#include <torch/autograd.h>

#include <cmath>
#include <map>
#include <ostream>

#include "base/error.h"
#include "engine/llm/rotary.h"
#include "engine/training/replicated_training.h"
#include "engine/training/trained_shape.h"
#include "engine/training/training_flops.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t sequences = 2, length = 12;
constexpr double close = 1e-5;
constexpr double balance = 0.5;  // of the loss for even loads

constexpr const char* gpt2 =
    R"({"model_type":"gpt2","n_layer":2,"n_embd":32,"n_head":4,"vocab_size":50,"n_positions":16})";
constexpr const char* llama =
    R"({"model_type":"llama","num_hidden_layers":3,"hidden_size":32,"intermediate_size":48,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":8,"vocab_size":50,
        "max_position_embeddings":64})";
constexpr const char* mistral =
    R"({"model_type":"mistral","num_hidden_layers":1,"hidden_size":32,"intermediate_size":40,
        "num_attention_heads":4,"num_key_value_heads":1,"head_dim":16,"vocab_size":64,
        "max_position_embeddings":64,"sliding_window":12})";
constexpr const char* qwen2 =
    R"({"model_type":"qwen2","num_hidden_layers":2,"hidden_size":32,"intermediate_size":48,
        "num_attention_heads":4,"num_key_value_heads":2,"vocab_size":50,
        "max_position_embeddings":64,"tie_word_embeddings":true})";
constexpr const char* qwen3 =
    R"({"model_type":"qwen3","num_hidden_layers":2,"hidden_size":32,"intermediate_size":48,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":16,"vocab_size":50,
        "max_position_embeddings":64})";

constexpr const char* mixtral =
    R"({"model_type":"mixtral","num_hidden_layers":2,"hidden_size":32,"intermediate_size":40,
        "num_attention_heads":4,"num_key_value_heads":2,"vocab_size":50,
        "max_position_embeddings":64,"num_local_experts":4,"num_experts_per_tok":2})";
// Shares that do not sum to one, and every second layer dense.
constexpr const char* qwen3_moe =
    R"({"model_type":"qwen3_moe","num_hidden_layers":2,"hidden_size":32,"intermediate_size":48,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":16,"vocab_size":50,
        "max_position_embeddings":64,"num_experts":6,"num_experts_per_tok":3,
        "moe_intermediate_size":24,"norm_topk_prob":false,"decoder_sparse_step":2})";

// The first layer dense, and experts that every token takes.
constexpr const char* deepseek =
    R"({"model_type":"deepseek","num_hidden_layers":2,"hidden_size":32,"intermediate_size":80,
        "num_attention_heads":4,"num_key_value_heads":4,"vocab_size":50,
        "max_position_embeddings":64,"n_routed_experts":6,"num_experts_per_tok":2,
        "moe_intermediate_size":24,"n_shared_experts":2,"first_k_dense_replace":1})";

using Weights = std::map<std::string, at::Tensor>;  // "layer.0/qkv.weight"

// The network as it is usually written, for autograd.
class Reference {
 public:
  Reference(const DecoderShape& shape, const Weights& weights, double capacity_factor)
      : shape_(shape), weights_(weights), capacity_factor_(capacity_factor) {}

  at::Tensor loss(const MicroBatch& batch) {
    balance_loss = at::zeros({});
    at::Tensor x = at::embedding(of("embedding/tokens.weight"), batch.ids);
    if (shape_.has_positions) x = x + of("embedding/positions.weight").narrow(0, 0, length);
    for (std::int64_t i = 0; i < shape_.layers; ++i)
      x = layer(x, "layer." + std::to_string(i) + "/");
    const at::Tensor head = of(shape_.is_tied ? "embedding/tokens.weight" : "end/head.weight")
                                .narrow(0, 0, shape_.vocabulary);
    return at::cross_entropy_loss(at::linear(norm(x, "end/norm"), head).flatten(0, 1),
                                  batch.targets.flatten());
  }

  at::Tensor balance_loss;  // of the last one

 private:
  at::Tensor of(const std::string& name) const {
    const auto found = weights_.find(name);
    return found == weights_.end() ? at::Tensor() : found->second;
  }
  at::Tensor norm(const at::Tensor& x, const std::string& name) const {
    if (!shape_.has_layer_norms)
      return at::rms_norm(x, {x.size(-1)}, of(name + ".gain"), shape_.norm_epsilon);
    return at::layer_norm(x, {x.size(-1)}, of(name + ".gain"), of(name + ".bias"),
                          shape_.norm_epsilon);
  }
  at::Tensor linear(const at::Tensor& x, const std::string& name) const {
    return at::linear(x, of(name + ".weight"), of(name + ".bias"));
  }
  at::Tensor rotate(const at::Tensor& x) const {  // [sequences, heads, length, head size]
    if (shape_.has_positions) return x;
    const RotaryTable table = rotary_table(shape_.rotary, length, at::kCPU);
    const at::Tensor cosines = at::cat({table.cosines, table.cosines}, 1);
    const at::Tensor sines = at::cat({table.sines, table.sines}, 1);
    const auto halves = x.chunk(2, 3);
    return x * cosines + at::cat({-halves[1], halves[0]}, 3) * sines;
  }
  at::Tensor heads(const at::Tensor& x, const std::string& gain) const {
    const at::Tensor split = x.view({sequences, length, -1, shape_.head_size}).transpose(1, 2);
    return gain.empty() || !of(gain).defined() ? split
                                               : norm(split, gain.substr(0, gain.rfind('.')));
  }
  at::Tensor layer(const at::Tensor& x, const std::string& at) {
    const auto parts =
        linear(norm(x, at + "attention_norm"), at + "qkv")
            .split_with_sizes({shape_.query_width(), shape_.kv_width(), shape_.kv_width()}, 2);
    const at::Tensor attended = at::scaled_dot_product_attention(
        rotate(heads(parts[0], at + "query_norm.gain")),
        rotate(heads(parts[1], at + "key_norm.gain")), heads(parts[2], ""), {}, 0, true, {}, true);
    const at::Tensor middle =
        x + linear(attended.transpose(1, 2).reshape({sequences, length, -1}), at + "output");
    const at::Tensor normed = norm(middle, at + "feed_forward_norm");
    if (of(at + "router.weight").defined())
      return middle + experts(normed.flatten(0, 1), at).view_as(middle);
    at::Tensor up = linear(normed, at + "up");
    if (shape_.is_gated) {
      const auto halves = up.chunk(2, 2);
      up = at::silu(halves[0]) * halves[1];
    } else {
      up = at::gelu(up, "tanh");
    }
    return middle + linear(up, at + "down");
  }

  // Every expert computes every token, of which its share counts.
  at::Tensor experts(const at::Tensor& x, const std::string& at) {
    const ExpertShape& experts = shape_.experts;
    const at::Tensor all = at::softmax(linear(x, at + "router"), -1);
    auto [shares, which] = all.topk(experts.per_token, -1);
    if (experts.renormalises) shares = shares / shares.sum(1, true);
    for (std::int64_t e = 0; e < experts.count; ++e)
      balance_loss = balance_loss + which.eq(e).to(at::kFloat).mean() * all.select(1, e).mean() *
                                        static_cast<double>(experts.count);
    const std::string own = at.substr(0, at.size() - 1) + ".experts/";
    at::Tensor sum = at::zeros_like(x);
    for (std::int64_t e = 0; e < experts.count; ++e) {
      at::Tensor share = (shares * which.eq(e)).sum(1, true);
      if (capacity_factor_ > 0) {
        const double mean = static_cast<double>(which.numel()) / static_cast<double>(experts.count);
        share = share * which.eq(e).any(1, true).cumsum(0).le(std::ceil(capacity_factor_ * mean));
      }
      const auto halves = at::linear(x, of(own + "up.weight")[e]).chunk(2, 1);
      sum = sum + share * at::linear(at::silu(halves[0]) * halves[1], of(own + "down.weight")[e]);
    }
    if (of(at + "shared_up.weight").defined()) {
      const auto halves = linear(x, at + "shared_up").chunk(2, 1);
      sum = sum + linear(at::silu(halves[0]) * halves[1], at + "shared_down");
    }
    return sum;
  }

  const DecoderShape& shape_;
  const Weights& weights_;
  const double capacity_factor_;
};

struct Variant {
  const char* name;
  const char* config;
  Recompute recompute = Recompute::none;
  int micro_batches = 1;
  std::int64_t logit_tokens = 0;
  double capacity_factor = 0;

  friend void PrintTo(const Variant& one, std::ostream* out) { *out << one.name; }
};

class Steps : public testing::TestWithParam<Variant> {
 protected:
  // Other numbers than those of the start, which are ones and zeros in places.
  static void scatter(TrainedDecoder& decoder) {
    auto generator = at::make_generator<at::CPUGeneratorImpl>(5);
    for (std::size_t g = 0; g < decoder.group_count(); ++g)
      for (ParameterGroup* group : {&decoder.group(g), &decoder.experts(g)})
        for (const ParameterSpec& spec : group->specs())
          group->master(spec.name).add_(
              at::randn(spec.sizes, generator, at::TensorOptions()).mul_(0.1));
  }
  static Weights copies(TrainedDecoder& decoder, at::Tensor (ParameterGroup::*of)(std::string_view)
                                                     const = &ParameterGroup::master) {
    Weights all;
    for (std::size_t g = 0; g < decoder.group_count(); ++g)
      for (const ParameterGroup* group : {&decoder.group(g), &decoder.experts(g)})
        for (const ParameterSpec& spec : group->specs())
          all[group->name() + "/" + spec.name] = (group->*of)(spec.name).clone();
    return all;
  }
  static std::vector<MicroBatch> batches(const DecoderShape& shape, int count) {
    auto generator = at::make_generator<at::CPUGeneratorImpl>(11);
    const auto options = at::TensorOptions().dtype(at::kLong);
    std::vector<MicroBatch> all;
    for (int i = 0; i < count; ++i)
      all.push_back({at::randint(shape.vocabulary, {sequences, length}, generator, options),
                     at::randint(shape.vocabulary, {sequences, length}, generator, options)});
    return all;
  }
  static double off(const at::Tensor& a, const at::Tensor& b) {
    return (a - b).abs().max().item<double>();
  }
};

TEST_P(Steps, EqualAutograd) {
  const DecoderShape shape = read_trained_shape(GetParam().config, "tiny");
  const auto operations = library_operations();
  TrainedDecoder decoder(shape,
                         {.sequences = sequences,
                          .length = length,
                          .recompute = GetParam().recompute,
                          .experts = {.capacity_factor = GetParam().capacity_factor,
                                      .balance = balance / GetParam().micro_batches},
                          .most_logit_tokens = GetParam().logit_tokens},
                         at::kCPU, *operations);
  scatter(decoder);
  Weights reference = copies(decoder);
  TrainingStep step(decoder);
  std::vector<at::Tensor> parameters, first, second, counts;
  for (auto& [name, weight] : reference) {
    parameters.push_back(weight.requires_grad_(true));
    first.push_back(at::zeros_like(weight));
    second.push_back(at::zeros_like(weight));
    counts.push_back(at::zeros_like(weight.select(0, 0).flatten().select(0, 0)));
  }
  const auto data = batches(shape, GetParam().micro_batches);
  for (int repeat = 1; repeat <= 2; ++repeat) {
    const double loss = step.run(data).item<double>();
    double wanted = 0;
    for (at::Tensor& parameter : parameters) parameter.mutable_grad().reset();
    for (const MicroBatch& batch : data) {
      Reference network(shape, reference, GetParam().capacity_factor);
      const at::Tensor part = network.loss(batch) / GetParam().micro_batches;
      wanted += part.item<double>();
      (part + network.balance_loss * (balance / GetParam().micro_batches)).backward();
    }
    EXPECT_NEAR(loss, wanted, close);
    const at::NoGradGuard no_gradients;
    const Weights gradients = copies(decoder, &ParameterGroup::gradient);
    std::vector<at::Tensor> wanted_gradients;
    for (auto& [name, weight] : reference) {
      // The update from the same gradients: Adam's first step is their sign, also where it is
      // noise.
      wanted_gradients.push_back(gradients.at(name));
      EXPECT_GT(weight.grad().abs().max().item<double>(), 1e-4) << name;
      EXPECT_LT(off(gradients.at(name), weight.grad()), close) << name << ", step " << repeat;
    }
    for (at::Tensor& count : counts) count.add_(1);
    at::_fused_adamw_(parameters, wanted_gradients, first, second, {}, counts, 1e-4, 0.9, 0.999,
                      0.01, 1e-8, false, false);
    const Weights updated = copies(decoder);
    for (auto& [name, weight] : reference)
      EXPECT_LT(off(updated.at(name), weight), 1e-7) << name << ", step " << repeat;
    for (auto& [name, weight] : reference) weight.copy_(updated.at(name));
  }
}

INSTANTIATE_TEST_SUITE_P(Decoders, Steps,
                         testing::Values(Variant{"Gpt2", gpt2}, Variant{"Llama", llama},
                                         Variant{"Mistral", mistral}, Variant{"Qwen2", qwen2},
                                         Variant{"Qwen3", qwen3},
                                         Variant{"Gpt2Selective", gpt2, Recompute::selective},
                                         Variant{"Gpt2Full", gpt2, Recompute::full},
                                         Variant{"Qwen3Selective", qwen3, Recompute::selective},
                                         Variant{"Qwen3Full", qwen3, Recompute::full},
                                         Variant{"Gpt2MicroBatches", gpt2, Recompute::none, 3},
                                         Variant{"LlamaMicroBatches", llama, Recompute::full, 2},
                                         Variant{"Gpt2Chunks", gpt2, Recompute::none, 1, 7},
                                         Variant{"LlamaChunks", llama, Recompute::none, 2, 5}),
                         [](const auto& of) { return of.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Experts, Steps,
    testing::Values(Variant{"Mixtral", mixtral}, Variant{"Qwen3Moe", qwen3_moe},
                    Variant{"MixtralSelective", mixtral, Recompute::selective},
                    Variant{"MixtralFull", mixtral, Recompute::full},
                    Variant{"Qwen3MoeFull", qwen3_moe, Recompute::full, 2},
                    Variant{"MixtralMicroBatches", mixtral, Recompute::none, 3},
                    Variant{"MixtralCapacity", mixtral, Recompute::selective, 2, 0, 1.0},
                    Variant{"Deepseek", deepseek},
                    Variant{"DeepseekSelective", deepseek, Recompute::selective, 2},
                    Variant{"DeepseekFull", deepseek, Recompute::full},
                    Variant{"Qwen3MoeCapacity", qwen3_moe, Recompute::full, 1, 0, 0.7}),
    [](const auto& of) { return of.param.name; });

// What an expert has no place for is counted, and what is skewed is fuller.
TEST(ExpertLoads, CountWhatIsDropped) {
  const DecoderShape shape = read_trained_shape(mixtral, "tiny");
  const auto operations = library_operations();
  const auto load = [&](const ExpertSettings& experts, std::int64_t tokens = 32) {
    const at::Tensor ids =
        at::randint(shape.vocabulary, {2, tokens / 2}, at::TensorOptions().dtype(at::kLong));
    TrainedDecoder decoder(shape, {.sequences = 2, .length = tokens / 2, .experts = experts},
                           at::kCPU, *operations);
    TrainingStep(decoder).run({{ids, ids}});
    return decoder.expert_loads().at(1);
  };
  const ExpertLoad all = load({}), skewed = load({.capacity_factor = 1, .skew = 40});
  EXPECT_EQ(all.wanted, 64);
  EXPECT_EQ(all.kept, 64);
  EXPECT_EQ(all.counts.sum().item<std::int64_t>(), 64);
  // Odds 1, 1/2, 1/3, 1/4, two draws: the first is one of them for 0.788 of tokens.
  const at::Tensor drawn = load({.skew = 1}, 512).counts;
  EXPECT_NEAR(drawn[0].item<double>() / 512, 0.788, 0.06);
  EXPECT_LT(drawn[3].item<double>() / 512, 0.4);
  // All tokens choose the first two, which take 16 rows each.
  EXPECT_EQ(skewed.counts[0].item<std::int64_t>(), 32);
  EXPECT_EQ(skewed.kept, 32);
}

// Rounding to 8 bits costs a few hundredths of each gradient; a factor in the wrong place or a
// matrix the wrong way round costs all of it.
TEST(Fp8Matrices, GradientsStayNear) {
  const std::string wide =
      R"({"model_type":"llama","num_hidden_layers":2,"hidden_size":64,"intermediate_size":96,
          "num_attention_heads":4,"num_key_value_heads":2,"head_dim":16,"vocab_size":80,
          "max_position_embeddings":64})";
  const DecoderShape shape = read_trained_shape(wide, "tiny");
  const auto operations = library_operations();
  const DecoderSettings settings{.sequences = 2, .length = 16, .recompute = Recompute::selective};
  DecoderSettings rounded = settings;
  rounded.has_fp8_matrices = true;
  TrainedDecoder exact(shape, settings, at::kCPU, *operations);
  TrainedDecoder near(shape, rounded, at::kCPU, *operations);
  const at::Tensor ids =
      at::randint(shape.vocabulary, {2, 16}, at::TensorOptions().dtype(at::kLong));
  const double loss = TrainingStep(exact).run({{ids, ids}}).item<double>();
  EXPECT_NEAR(TrainingStep(near).run({{ids, ids}}).item<double>(), loss, 0.01 * loss);
  for (std::size_t g = 0; g < exact.group_count(); ++g)
    for (const ParameterSpec& spec : exact.group(g).specs()) {
      const at::Tensor wanted = exact.group(g).gradient(spec.name);
      const at::Tensor error = near.group(g).gradient(spec.name) - wanted;
      const double share = (error.norm() / wanted.norm()).item<double>();
      EXPECT_LT(share, 0.15) << exact.group(g).name() << " " << spec.name;
      const bool is_of_layer = g > 0 && g + 1 < exact.group_count();
      EXPECT_GT(share, is_of_layer ? 1e-4 : 0) << spec.name;
    }
}

// Where masters and moments lie changes nothing.
TEST(OffloadedOptimizer, UpdatesAreTheSame) {
  const DecoderShape shape = read_trained_shape(qwen2, "tiny");
  const auto operations = library_operations();
  DecoderSettings settings{
      .sequences = 2, .length = 8, .types = {.weights = at::kBFloat16, .gradients = at::kBFloat16}};
  TrainedDecoder here(shape, settings, at::kCPU, *operations);
  settings.offloads_optimizer = true;
  TrainedDecoder there(shape, settings, at::kCPU, *operations);
  const at::Tensor ids =
      at::randint(shape.vocabulary, {2, 8}, at::TensorOptions().dtype(at::kLong));
  TrainingStep of_here(here), of_there(there);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(of_here.run({{ids, ids}}).item<float>(), of_there.run({{ids, ids}}).item<float>());
  for (std::size_t g = 0; g < here.group_count(); ++g) {
    EXPECT_TRUE(here.group(g).weights.equal(there.group(g).weights)) << g;
    EXPECT_TRUE(here.group(g).master_weights.equal(there.group(g).master_weights)) << g;
    EXPECT_TRUE(here.group(g).second_moments.equal(there.group(g).second_moments)) << g;
  }
}

// Where layers keep what the way back needs changes nothing, and it is there meanwhile.
TEST(OffloadedActivations, StepsAreTheSame) {
  const DecoderShape shape = read_trained_shape(llama, "tiny");
  const auto operations = library_operations();
  for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
    DecoderSettings settings{.sequences = 2, .length = 8, .recompute = recompute};
    TrainedDecoder here(shape, settings, at::kCPU, *operations);
    settings.offloads_activations = true;
    TrainedDecoder there(shape, settings, at::kCPU, *operations);
    std::vector<MicroBatch> batches;
    for (int i = 0; i < 2; ++i) {
      const at::Tensor ids =
          at::randint(shape.vocabulary, {2, 8}, at::TensorOptions().dtype(at::kLong));
      batches.push_back({ids, ids});
    }
    TrainingStep of_here(here), of_there(there);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(of_here.run(batches).item<float>(), of_there.run(batches).item<float>());
    for (std::size_t g = 0; g < here.group_count(); ++g)
      EXPECT_TRUE(here.group(g).weights.equal(there.group(g).weights)) << g;
    EXPECT_EQ(of_here.host_bytes().value, 0);
    // Inputs of all layers but the last; else also all that products and attention gave.
    const std::int64_t inputs = (shape.layers - 1) * 16 * shape.hidden * 4;
    if (recompute == Recompute::full)
      EXPECT_EQ(of_there.host_bytes().value, inputs);
    else
      EXPECT_GT(of_there.host_bytes().value, 4 * inputs);
  }
}

// One process with several devices trains as one device does with the whole batch.
TEST(ReplicatedTrainings, StepsAreThoseOfTheWholeBatch) {
  const DecoderShape shape = read_trained_shape(qwen2, "tiny");
  const auto operations = library_operations();
  DecoderSettings settings{.sequences = 6, .length = 8, .rates = {.epsilon = 1e-3}};
  TrainedDecoder alone(shape, settings, at::kCPU, *operations);
  settings.sequences = 2;
  ReplicatedTraining shared(shape, settings, std::vector<c10::Device>(3, at::kCPU),
                            [](c10::Device) { return library_operations(); });
  TrainingStep step(alone);
  const auto options = at::TensorOptions().dtype(at::kLong);
  std::vector<MicroBatch> batches;
  for (int i = 0; i < 2; ++i)
    batches.push_back({at::randint(shape.vocabulary, {6, 8}, options),
                       at::randint(shape.vocabulary, {6, 8}, options)});
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(step.run(batches).item<double>(), shared.run(batches).item<double>(), 1e-5);
  for (std::size_t g = 0; g < alone.group_count(); ++g)
    EXPECT_LT(
        (alone.group(g).weights - shared.decoder().group(g).weights).abs().max().item<float>(),
        1e-6)
        << g;
}

// Calls come once each, in the order in which parameters are needed and gradients complete.
class Recorder final : public GroupCalls {
 public:
  void before_forward(std::size_t group) override { add("f", group); }
  void before_backward(std::size_t group) override { add("b", group); }
  void after_backward(std::size_t group, bool) override { add("g", group); }
  void before_update() override { text += "u "; }
  std::string text;

 private:
  void add(const char* what, std::size_t group) { text += what + std::to_string(group) + " "; }
};

TEST(TrainingStepCalls, ComeInOrder) {
  const DecoderShape shape = read_trained_shape(gpt2, "tiny");
  const auto operations = library_operations();
  TrainedDecoder decoder(shape, {.sequences = 1, .length = 4}, at::kCPU, *operations);
  Recorder calls;
  TrainingStep step(decoder, &calls);
  const at::Tensor ids =
      at::randint(shape.vocabulary, {1, 4}, at::TensorOptions().dtype(at::kLong));
  step.run({{ids, ids}});
  EXPECT_EQ(calls.text, "f0 f1 f2 f3 f0 g3 b2 g2 b1 g1 b0 g0 u ");
}

// Dense, with experts, and back: a token passes as many numbers, but for the router's.
TEST(TrainedShape, TakesAnotherNumberOfExperts) {
  const DecoderShape dense = read_trained_shape(llama, "tiny");
  const DecoderShape few = with_experts(dense, 4), many = with_experts(few, 16);
  EXPECT_EQ(few.experts.per_token, 2);
  EXPECT_EQ(many.experts.width, 24);
  EXPECT_EQ(with_experts(many, 1).feed_forward, 48);
  EXPECT_EQ(count_active_parameters(few, 0), count_parameters(dense, 0) + 3 * 32 * 4);
  EXPECT_EQ(count_active_parameters(many, 0), count_parameters(dense, 0) + 3 * 32 * 16);
  EXPECT_THROW(with_experts(read_trained_shape(gpt2, "tiny"), 4), Error);
  EXPECT_THROW(with_experts(read_trained_shape(qwen3_moe, "tiny"), 2), Error);
}

TEST(TrainedShape, HasTheConfigsCoefficientOfTheLossForEvenLoads) {
  EXPECT_EQ(read_trained_shape(mixtral, "tiny").experts.balance, 0.01);
  const auto with = [](std::string config, const char* field) {
    config.pop_back();
    return read_trained_shape(config + "," + field + "}", "tiny").experts.balance;
  };
  EXPECT_EQ(with(mixtral, R"("router_aux_loss_coef":0.02)"), 0.02);
  EXPECT_EQ(with(deepseek, R"("aux_loss_alpha":0.001)"), 0.001);
}

TEST(TrainedShape, RefusesWhatItDoesNotTrain) {
  DecoderShape shape = read_trained_shape(llama, "tiny");
  EXPECT_FALSE(why_not_trained(shape, 64));
  shape.has_sinks = true;
  EXPECT_TRUE(why_not_trained(shape, 64));
  const DecoderShape windowed = read_trained_shape(mistral, "tiny");
  EXPECT_FALSE(why_not_trained(windowed, 12));
  EXPECT_TRUE(why_not_trained(windowed, 13));
  EXPECT_THROW(read_trained_shape(R"({"model_type":"gpt2","n_layer":2})", "x"), Error);
}

// Padding is trained along and must stay what it is.
TEST(ParameterGroups, PaddingStaysZero) {
  DecoderShape shape = read_trained_shape(llama, "tiny");
  const auto operations = library_operations();
  TrainedDecoder decoder(shape, {.sequences = 1, .length = 8, .padded_to = 4096}, at::kCPU,
                         *operations);
  TrainingStep step(decoder);
  const at::Tensor ids =
      at::randint(shape.vocabulary, {1, 8}, at::TensorOptions().dtype(at::kLong));
  for (int i = 0; i < 2; ++i) step.run({{ids, ids}});
  for (std::size_t g = 0; g < decoder.group_count(); ++g) {
    const ParameterGroup& group = decoder.group(g);
    EXPECT_EQ(group.numbers() % 4096, 0);
    at::Tensor rest = group.weights.clone();
    for (const ParameterSpec& spec : group.specs()) {
      const at::Tensor place = group.weight(spec.name);
      rest.narrow(0, place.storage_offset(), place.numel()).zero_();
    }
    EXPECT_EQ(rest.abs().max().item<float>(), 0) << group.name();
  }
  const at::Tensor table = decoder.group(0).weight("tokens.weight");
  EXPECT_EQ(table.size(0), 64);
  EXPECT_EQ(table.narrow(0, 50, 14).abs().max().item<float>(), 0);
}

}  // namespace
}  // namespace wgf::engine
