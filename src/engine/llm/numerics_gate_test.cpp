// SPDX-License-Identifier: MIT
// A wrong decode is told from a right one in every precision.

#include "engine/llm/numerics_gate.h"

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include "engine/llm/decoder_config.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/passing_decoder.h"

namespace wgf::engine {
namespace {

// Rows of whole groups of 128, as int4 wants them; experts, as mxfp4 does.
constexpr const char* gate_config =
    R"({"model_type": "qwen3_moe", "num_hidden_layers": 2, "hidden_size": 128,
  "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 32, "intermediate_size": 128,
  "moe_intermediate_size": 128, "num_experts": 4, "num_experts_per_tok": 2, "vocab_size": 256,
  "max_position_embeddings": 256, "norm_topk_prob": true})";

struct TestedPrecision {
  const char* name;
  c10::ScalarType type;
  WeightFormat format;
};
std::ostream& operator<<(std::ostream& out, const TestedPrecision& precision) {
  return out << precision.name;
}

class NumericsGate : public testing::TestWithParam<TestedPrecision> {
 protected:
  // Threads of such small products wait for each other longer than they work.
  void SetUp() override { at::set_num_threads(1); }
  void TearDown() override { at::set_num_threads(threads_); }

  DecoderWeights weights() const {
    DecoderWeights made = random_weights(shape_, GetParam().type, at::kCPU, 3, GetParam().format);
    // As a trained one, sure of its tokens: of small numbers all decodes are nearly alike.
    made.embedding.mul_(20);
    made.head.mul_(20);
    return made;
  }
  Numerics check(const DecoderWeights& of_decoder) const {
    const c10::InferenceMode no_gradients;
    const auto decoder = make_library_decoder(shape_, of_decoder, CacheSize{1, 128});
    return check_numerics(*decoder, shape_, weights(), 1, CacheFormat::plain, 7);
  }

  const int threads_ = at::get_num_threads();
  const DecoderShape shape_ = read_decoder_config(gate_config, "tiny");
};

TEST_P(NumericsGate, WhatLibTorchComputesIsRightAndASwappedLayerIsNot) {
  const Numerics right = check(weights());
  EXPECT_TRUE(right.is_right()) << right.interval.high << " of " << right.largest_allowed;
  EXPECT_GE(right.largest_allowed, least_divergence_allowed(GetParam().type, GetParam().format));
  DecoderWeights swapped = weights();
  std::swap(swapped.layers[0].output, swapped.layers[1].output);
  const Numerics wrong = check(swapped);
  EXPECT_FALSE(wrong.is_right()) << wrong.interval.high << " of " << wrong.largest_allowed;
}

// Right but for parts of prompts in mixed passes, which it reads as if nothing stood before them.
class Forgetful final : public PassingDecoder {
 public:
  Forgetful(std::unique_ptr<Decoder> decoder, bool forgets)
      : PassingDecoder(std::move(decoder)), forgets_(forgets) {}
  at::Tensor mixed(const MixedBatch& batch) override {
    MixedBatch changed = batch;
    if (forgets_) {
      changed.past = batch.past.clone();
      changed.past.select(0, batch.answers).zero_();
      changed.parts.front().begin = 0;
    }
    return PassingDecoder::mixed(changed);
  }

 private:
  bool forgets_;
};

TEST(NumericsGateOfMixedPasses, WhatIsBeforeAPartOfAPromptCounts) {
  const c10::InferenceMode no_gradients;
  const DecoderShape shape = read_decoder_config(
      R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64,
  "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 256,
  "max_position_embeddings": 256, "rms_norm_eps": 1e-5})",
      "tiny");
  DecoderWeights weights = random_weights(shape, at::kFloat, at::kCPU, 3);
  for (WeightPlace& place : weight_places(shape, weights))
    if (place.kind == WeightPlace::Kind::plain) place.tensor->mul_(15);
  const auto check = [&](bool forgets, CheckedPasses passes, std::int64_t sequences) {
    Forgetful decoder(make_library_decoder(shape, weights, CacheSize{sequences, 128}), forgets);
    return check_numerics(decoder, shape, weights, sequences, CacheFormat::plain, 7, passes);
  };
  for (const std::int64_t sequences : {1, 5}) {
    const Numerics right = check(false, CheckedPasses::mixed, sequences);
    EXPECT_TRUE(right.is_right()) << right.mixed_divergence;
    EXPECT_NE(right.mixed_divergence, 0);
    EXPECT_FALSE(check(true, CheckedPasses::mixed, sequences).is_right());
    EXPECT_TRUE(check(true, CheckedPasses::steps, sequences).is_right());
  }
}

INSTANTIATE_TEST_SUITE_P(
    EachPrecision, NumericsGate,
    testing::Values(TestedPrecision{"fp32", at::kFloat, WeightFormat::plain},
                    TestedPrecision{"fp16", at::kHalf, WeightFormat::plain},
                    TestedPrecision{"bf16", at::kBFloat16, WeightFormat::plain},
                    TestedPrecision{"fp8", at::kBFloat16, WeightFormat::fp8},
                    TestedPrecision{"int8", at::kBFloat16, WeightFormat::int8},
                    TestedPrecision{"int4", at::kBFloat16, WeightFormat::int4},
                    TestedPrecision{"mxfp4", at::kBFloat16, WeightFormat::mxfp4}));

}  // namespace
}  // namespace wgf::engine
