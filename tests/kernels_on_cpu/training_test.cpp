// SPDX-License-Identifier: MIT
// Kernels of ours, run thread by thread on the processor, train as LibTorch's operators do: bf16,
// each kind of decoder, with what is computed again and in 8 bits too.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <vector>

#include "engine/training/device_operations.h"
#include "engine/training/trained_shape.h"
#include "engine/training/training_kernels.h"
#include "engine/training/training_step.h"
#include "training_kernels_on_cpu.h"  // last: it has names of CUDA's language

namespace wgf::engine {
namespace {

using emulated::Kernels;

struct Variant {
  const char* name;
  const char* config;
  Kernels (*kernels)();
  c10::ScalarType gradients = c10::kBFloat16;
  Recompute recompute = Recompute::none;
  bool has_fp8 = false;
};

class EmulatedKernels final : public KernelSet {
 public:
  // Those alone that the shape would be compiled with.
  EmulatedKernels(const Variant& variant, const DecoderShape& shape) {
    const Kernels all = variant.kernels();
    for (const TrainingKernelSource& source :
         training_kernel_sources(shape, {c10::kBFloat16, variant.gradients}))
      kernels_.emplace(source.text, all.at(source.text));
  }
  int multiprocessors() const override { return 2; }
  void launch(const std::string& text, const LaunchShape& shape,
              const void* arguments) const override {
    emulated::launch({shape.blocks[0], shape.blocks[1], shape.blocks[2]}, shape.threads,
                     [&] { kernels_.at(text)(arguments); });
  }

 private:
  Kernels kernels_;
};

constexpr const char* gpt2_config =
    R"({"model_type":"gpt2","n_layer":2,"n_embd":320,"n_inner":640,"n_head":10,"vocab_size":75,
        "n_positions":16})";
constexpr const char* qwen2_config =
    R"({"model_type":"qwen2","num_hidden_layers":2,"hidden_size":64,"intermediate_size":96,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":64,"vocab_size":80,
        "max_position_embeddings":64,"tie_word_embeddings":true})";
constexpr const char* qwen3_config =
    R"({"model_type":"qwen3","num_hidden_layers":2,"hidden_size":64,"intermediate_size":96,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":64,"vocab_size":80,
        "max_position_embeddings":64})";
constexpr const char* wide_config =
    R"({"model_type":"llama","num_hidden_layers":1,"hidden_size":2112,"intermediate_size":96,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":64,"vocab_size":80,
        "max_position_embeddings":64})";

class KernelSteps : public testing::TestWithParam<Variant> {};

TEST_P(KernelSteps, TrainAsTheLibraryDoes) {
  const Variant& variant = GetParam();
  const DecoderShape shape = read_trained_shape(variant.config, "tiny");
  const DecoderSettings settings{
      .sequences = 2,
      .length = 8,
      .types = {.weights = c10::kBFloat16, .gradients = variant.gradients},
      .recompute = variant.recompute,
      .has_fp8_matrices = variant.has_fp8};
  ASSERT_EQ(row_threads(320), 64U);
  ASSERT_EQ(row_threads(2112), 160U);
  ASSERT_EQ(row_blocks(2112), 2);
  const auto library = library_operations();
  const auto own = kernel_operations(shape, std::make_unique<EmulatedKernels>(variant, shape));
  TrainedDecoder wanted(shape, settings, at::kCPU, *library);
  TrainedDecoder ours(shape, settings, at::kCPU, *own);
  for (TrainedDecoder* decoder : {&wanted, &ours}) {
    auto generator = at::make_generator<at::CPUGeneratorImpl>(3);
    for (std::size_t g = 0; g < decoder->group_count(); ++g) {
      ParameterGroup& group = decoder->group(g);
      for (const ParameterSpec& spec : group.specs())
        group.master(spec.name).add_(
            at::randn(spec.sizes, generator, at::TensorOptions()).mul_(0.05));
      group.weights.copy_(group.master_weights);
    }
  }
  // Some tokens come twice.
  auto generator = at::make_generator<at::CPUGeneratorImpl>(4);
  const auto whole = at::TensorOptions().dtype(at::kLong);
  const MicroBatch batch{at::randint(8, {2, 8}, generator, whole),
                         at::randint(shape.vocabulary, {2, 8}, generator, whole)};
  const double loss = TrainingStep(wanted).run({batch, batch}).item<double>();
  EXPECT_NEAR(TrainingStep(ours).run({batch, batch}).item<double>(), loss, 0.005 * loss);
  for (std::size_t g = 0; g < ours.group_count(); ++g)
    for (const ParameterSpec& spec : ours.group(g).specs()) {
      const at::Tensor a = wanted.group(g).gradient(spec.name).to(at::kFloat),
                       b = ours.group(g).gradient(spec.name).to(at::kFloat);
      const double off = ((a - b).norm() / a.norm()).item<double>();
      EXPECT_LT(off, variant.has_fp8 ? 0.2 : 0.02) << ours.group(g).name() << " " << spec.name;
      EXPECT_GT(a.norm().item<double>(), 0) << spec.name;
      // Where a gradient is near nothing its sign, and so Adam's first step, may be another.
      const at::Tensor moved =
          (wanted.group(g).master(spec.name) - ours.group(g).master(spec.name)).abs();
      EXPECT_LT(moved.mean().item<double>(), variant.has_fp8 ? 6e-5 : 2e-5) << spec.name;
      const at::Tensor stored = ours.group(g).weight(spec.name).to(at::kFloat);
      EXPECT_TRUE(stored.equal(ours.group(g).master(spec.name).to(at::kBFloat16).to(at::kFloat)))
          << spec.name;
    }
}

// Attention to keys in pieces, of which some are of the later queries alone, is attention to all:
// by our kernel and by LibTorch's operators, in more pieces than one launch takes.
TEST(Join, IsAttentionToAllKeys) {
  const Variant variant{"Qwen2", qwen2_config, ::qwen::kernels};
  const DecoderShape shape = read_trained_shape(qwen2_config, "tiny");
  const auto own = kernel_operations(shape, std::make_unique<EmulatedKernels>(variant, shape));
  const auto library = library_operations();
  constexpr std::int64_t sequences = 2, heads = 4, size = 64, length = 6, keys = 5, pieces = 18;
  auto generator = at::make_generator<at::CPUGeneratorImpl>(5);
  const auto random = [&](std::int64_t tokens) {
    return at::randn({sequences, heads, tokens, size}, generator,
                     at::TensorOptions().dtype(at::kDouble));
  };
  const at::Tensor queries = random(length);
  std::vector<at::Tensor> scores, values;
  std::vector<AttendedPiece> parts;
  for (std::int64_t i = 0; i < pieces; ++i) {
    const std::int64_t first = i % 3 == 0 ? 0 : i % length;
    at::Tensor score = queries.matmul(random(keys).transpose(2, 3)) * 0.3;
    score.narrow(2, 0, first).fill_(-std::numeric_limits<double>::infinity());
    scores.push_back(score);
    values.push_back(random(keys));
    const at::Tensor seen = score.narrow(2, first, length - first);
    const at::Tensor output = seen.softmax(-1).matmul(values.back()).transpose(1, 2);
    parts.push_back({{.output = output.to(at::kBFloat16).contiguous(),
                      .log_sums = seen.logsumexp({-1}).to(at::kFloat).contiguous()},
                     first});
  }
  const at::Tensor all = at::cat(scores, 3);
  const at::Tensor wanted = all.softmax(-1).matmul(at::cat(values, 2)).transpose(1, 2);
  for (const auto* operations : {&own, &library}) {
    const Attended joined = (*operations)->join(parts);
    const at::Tensor off = joined.output.to(at::kDouble) - wanted;
    EXPECT_LT((off.norm() / wanted.norm()).item<double>(), 0.006);
    EXPECT_LT((joined.log_sums.to(at::kDouble) - all.logsumexp({-1})).abs().max().item<double>(),
              1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Decoders, KernelSteps,
    testing::Values(Variant{"Gpt2", gpt2_config, ::gpt2::kernels},
                    Variant{"Gpt2Selective", gpt2_config, ::gpt2::kernels, c10::kBFloat16,
                            Recompute::selective},
                    Variant{"Gpt2Fp8", gpt2_config, ::gpt2::kernels, c10::kBFloat16,
                            Recompute::none, true},
                    Variant{"Qwen2", qwen2_config, ::qwen::kernels, c10::kFloat},
                    Variant{"Qwen3", qwen3_config, ::qwen::kernels, c10::kFloat},
                    Variant{"WideLlama", wide_config, ::wide::kernels}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace wgf::engine
