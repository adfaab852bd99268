// SPDX-License-Identifier: MIT
#include "engine/llm/experts.h"

#include <ATen/Context.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

constexpr ExpertShape three_of_five{.count = 5, .per_token = 3, .width = 4};

TEST(Experts, GoByTheLargestScoresWithSharesThatSumToOneOrOfAll) {
  const at::Tensor scores = at::tensor({1.0F, 3.0F, 0.0F, 2.0F, -1.0F}).reshape({1, 5});
  ChosenExperts chosen = choose_experts(scores, three_of_five);
  EXPECT_TRUE(chosen.which.equal(at::tensor({1L, 3L, 0L}).reshape({1, 3})));
  EXPECT_NEAR(chosen.shares.sum().item<double>(), 1, 1e-6);
  ExpertShape of_all = three_of_five;
  of_all.renormalises = false;
  chosen = choose_experts(scores, of_all);
  EXPECT_TRUE(chosen.shares.allclose(at::softmax(scores, -1).gather(-1, chosen.which), 1e-6, 1e-6));
  const at::Tensor followed = at::tensor({4L, 2L, 0L}).reshape({1, 3});
  chosen = choose_experts(scores, of_all, followed);
  EXPECT_TRUE(chosen.which.equal(followed));
  EXPECT_LT(chosen.shares[0][0].item<float>(), chosen.shares[0][1].item<float>());
}

// Tokens through their experts one by one, and all of them sorted: the same sums.
TEST(Experts, GiveSortedTokensWhatTheyGiveEachAlone) {
  at::manual_seed(7);
  constexpr std::int64_t tokens = 13, inputs = 6;
  const at::Tensor x = at::rand({tokens, inputs}, at::kDouble);
  const at::Tensor matrices = at::rand({three_of_five.count, 4, inputs}, at::kDouble);
  // The third expert gets no token.
  at::Tensor scores = at::rand({tokens, three_of_five.count}, at::kDouble);
  scores.select(1, 2).fill_(-1);
  const auto [which, shares] = choose_experts(scores, three_of_five);
  const SortedTokens sorted = sort_by_expert(which, three_of_five.count);
  EXPECT_EQ(sorted.ends[4].item<int>(), tokens * 3);
  EXPECT_EQ(sorted.ends[2].item<int>(), sorted.ends[1].item<int>());
  const at::Tensor rows = by_expert(x.index_select(0, sorted.token), sorted.ends,
                                    [&](const at::Tensor& some, std::int64_t expert) {
                                      EXPECT_NE(expert, 2);
                                      return at::linear(some, matrices[expert]);
                                    });
  const at::Tensor joined = join_experts(rows, sorted, shares);
  for (std::int64_t i = 0; i < tokens; ++i) {
    at::Tensor sum = at::zeros({4}, at::kDouble);
    for (std::int64_t k = 0; k < 3; ++k)
      sum += shares[i][k] * at::linear(x[i], matrices[which[i][k].item<std::int64_t>()]);
    EXPECT_TRUE(joined[i].allclose(sum, 1e-12, 1e-12)) << i;
  }
}

}  // namespace
}  // namespace wgf::engine
