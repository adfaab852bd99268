// SPDX-License-Identifier: MIT
// Decoders shared out among ranks answer as whole ones do, of every family that is cut differently.
#include "engine/llm/tensor_parallel.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/full.h>
#include <ATen/ops/linear.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include <mutex>

#include "base/error.h"
#include "engine/distributed/thread_ranks.h"
#include "engine/llm/decoder_config.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/tensor_pointers.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t tokens = 6;

const std::string sizes = R"("num_hidden_layers":2,"hidden_size":32,"intermediate_size":48,
  "num_attention_heads":8,"num_key_value_heads":4,"head_dim":8,"vocab_size":24,
  "max_position_embeddings":64)";

at::Tensor logits(const DecoderShape& whole, RankGroup* ranks) {
  const c10::InferenceMode no_gradients;
  const WeightShare share{ranks == nullptr ? 0 : ranks->rank(),
                          ranks == nullptr ? 1 : ranks->size()};
  static std::mutex one_generator;  // of the process, which the ranks of a test share
  std::unique_lock alone(one_generator);
  DecoderWeights weights =
      random_weights(whole, at::kFloat, at::kCPU, 7, WeightFormat::plain, share);
  alone.unlock();
  weights.ranks = ranks;
  const auto decoder =
      make_library_decoder(share_of(whole, share.ranks), weights, CacheSize{2, tokens});
  TokenBatch batch = tokens_after(0, at::arange(2 * tokens, at::kLong).reshape({2, tokens}));
  batch.wants_all = true;
  return decoder->forward(batch);
}

class TensorParallel : public testing::TestWithParam<const char*> {};

TEST_P(TensorParallel, AnswersAsOneRank) {
  const DecoderShape whole =
      read_decoder_config("{" + std::string(GetParam()) + "," + sizes + "}", "tiny");
  const at::Tensor alone = logits(whole, nullptr);
  for (const int size : {2, 4})
    with_ranks(size, [&](RankGroup& ranks) {
      const at::Tensor together = logits(whole, &ranks);
      EXPECT_EQ(together.sizes(), alone.sizes());
      EXPECT_LT((together - alone).abs().max().item<float>(), 1e-5)
          << "rank " << ranks.rank() << " of " << size;
    });
}

INSTANTIATE_TEST_SUITE_P(
    Families, TensorParallel,
    testing::Values(R"("model_type":"llama")", R"("model_type":"llama","tie_word_embeddings":true)",
                    R"("model_type":"qwen2")", R"("model_type":"qwen3")",
                    R"("model_type":"mixtral","num_local_experts":4,"num_experts_per_tok":2)"));

TEST(TensorParallelShape, RefusesWhatDoesNotDivide) {
  const DecoderShape whole = read_decoder_config(R"({"model_type":"llama",)" + sizes + "}", "tiny");
  EXPECT_EQ(share_of(whole, 4).heads, 2);
  EXPECT_EQ(share_of(whole, 4).feed_forward, 12);
  EXPECT_THROW(share_of(whole, 8), Error);  // four heads of keys
}

// 20 tokens in parts of seven, seven and six.
TEST(SummedProduct, IsTheSumOfTheWholeProducts) {
  with_ranks(2, [](RankGroup& ranks) {
    const c10::InferenceMode no_gradients;
    DecoderWeights weights;
    weights.ranks = &ranks;
    const at::Tensor x = at::arange(20 * 3, at::kFloat).reshape({2, 10, 3}) + ranks.rank();
    const at::Tensor matrix = at::arange(5 * 3, at::kFloat).reshape({5, 3}) - ranks.rank();
    const at::Tensor sum = summed_product(weights, x, matrix, 6);
    EXPECT_EQ(sum.sizes(), (std::vector<std::int64_t>{2, 10, 5}));
    EXPECT_TRUE(sum.equal(sum_over(weights, at::linear(x, matrix))));
  });
}

// Kernels are told of what a shape has not: sums of ranks before a norm, biases, scales.
TEST(TensorPointers, OfNoTensorAreNull) {
  EXPECT_EQ(pointer({}), nullptr);
  EXPECT_EQ(writable({}), nullptr);
  const at::Tensor some = at::full({2}, 0, at::kLong);
  EXPECT_EQ(pointer(some), some.data_ptr());
  EXPECT_EQ(writable(some), some.data_ptr());
}

}  // namespace
}  // namespace wgf::engine
