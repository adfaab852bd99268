// SPDX-License-Identifier: MIT
// Definitions of MFU against published shapes, and the shares of one measurement that they give.
#include "engine/training/training_flops.h"

#include <gtest/gtest.h>

#include "engine/training/trained_shape.h"

namespace wgf::engine {
namespace {

DecoderShape gpt2_of(int layers, int hidden, int heads) {
  return read_trained_shape(R"({"model_type":"gpt2","n_layer":)" + std::to_string(layers) +
                                R"(,"n_embd":)" + std::to_string(hidden) + R"(,"n_head":)" +
                                std::to_string(heads) +
                                R"(,"vocab_size":50257,"n_positions":1024})",
                            "gpt2");
}

const char* llama_8b =
    R"({"model_type":"llama","num_hidden_layers":32,"hidden_size":4096,"intermediate_size":14336,
        "num_attention_heads":32,"num_key_value_heads":8,"vocab_size":128256,
        "max_position_embeddings":131072})";

TEST(TrainingFlops, ParametersAreThoseOfThePublishedModels) {
  EXPECT_EQ(count_parameters(gpt2_of(12, 768, 12), 1024), 124'439'808);
  EXPECT_EQ(count_parameters(gpt2_of(48, 1600, 25), 1024), 1'557'611'200);
  EXPECT_EQ(count_parameters(read_trained_shape(llama_8b, "8b"), 0), 8'030'261'248);
}

// Mixtral 8x7B: 46.7 of 12.9 thousand million a token; a step's operations are of the latter.
TEST(TrainingFlops, OfExpertsThoseThatATokenTakesCount) {
  const char* mixtral =
      R"({"model_type":"mixtral","num_hidden_layers":32,"hidden_size":4096,
          "intermediate_size":14336,"num_attention_heads":32,"num_key_value_heads":8,
          "vocab_size":32000,"max_position_embeddings":32768,"num_local_experts":8,
          "num_experts_per_tok":2})";
  const DecoderShape shape = read_trained_shape(mixtral, "mixtral");
  EXPECT_EQ(count_parameters(shape, 0), 46'702'792'704);
  EXPECT_EQ(count_active_parameters(shape, 0), 12'879'925'248);
  const TrainingFlops of = training_flops(shape, 1, 4096, 0);
  EXPECT_EQ(of.six_n, 6 * 12'879'925'248.0);
  const double tables_and_norms = 32000 * 4096.0 + (2 * 32 + 1) * 4096.0;
  EXPECT_EQ(of.causal, 6 * (12'879'925'248 - tables_and_norms) + 6 * 32 * 4096.0 * 4096);
}

// DeepSeekMoE 16B: 2.8 thousand million of 16.4 are a token's.
TEST(TrainingFlops, ExpertsThatAllTokensTakeCountForAll) {
  const char* deepseek =
      R"({"model_type":"deepseek","num_hidden_layers":28,"hidden_size":2048,
          "intermediate_size":10944,"num_attention_heads":16,"num_key_value_heads":16,
          "vocab_size":102400,"max_position_embeddings":4096,"n_routed_experts":64,
          "num_experts_per_tok":6,"moe_intermediate_size":1408,"n_shared_experts":2,
          "first_k_dense_replace":1})";
  const DecoderShape shape = read_trained_shape(deepseek, "deepseek");
  EXPECT_EQ(count_parameters(shape, 0), 16'375'728'128);
  EXPECT_NEAR(count_active_parameters(shape, 0), 2.83e9, 0.01e9);
}

// Llama 3 8B, s 8192, 7,000 tokens/s on a peak of 989 TFLOP/s.
TEST(TrainingFlops, SharesOfOneMeasurement) {
  const TrainingFlops of = training_flops(read_trained_shape(llama_8b, "8b"), 7000, 8192, 0);
  const double peak = 989e12;
  EXPECT_NEAR(100 * of.six_n / peak, 34.1, 0.05);
  EXPECT_NEAR(100 * of.causal / peak, 36.4, 0.05);
  EXPECT_NEAR(100 * of.causal_all / peak, 38.7, 0.05);
  EXPECT_NEAR(100 * of.full_matrices / peak, 41.0, 0.05);
  EXPECT_NEAR(100 * of.full_all / peak, 43.2, 0.05);
}

}  // namespace
}  // namespace wgf::engine
