// SPDX-License-Identifier: MIT
#include "engine/distributed/rank_group.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <gtest/gtest.h>

#include "engine/distributed/thread_ranks.h"

namespace wgf::engine {
namespace {

TEST(RankGroup, TellsEachWhatAllSay) {
  with_ranks(4, [](RankGroup& group) {
    const auto all = group.gather("rank " + std::to_string(group.rank()));
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[3], "rank 3");
    EXPECT_EQ(group.agreed(10 + group.rank()), 10);
  });
}

TEST(RankGroup, Collectives) {
  with_ranks(2, [](RankGroup& group) {
    const float rank = static_cast<float>(group.rank());
    const at::Tensor mine = at::full({4}, rank + 1, at::kFloat);
    at::Tensor sum = mine.clone();
    group.all_reduce(sum);
    EXPECT_TRUE(sum.equal(at::full({4}, 3, at::kFloat)));
    at::Tensor mean = mine.to(at::kBFloat16);
    group.all_reduce(mean, Reduction::mean);
    EXPECT_TRUE(mean.equal(at::full({4}, 1.5, at::kBFloat16)));
    at::Tensor all = at::empty({2, 4}, at::kFloat);
    group.all_gather(all, mine);
    EXPECT_TRUE(all.select(0, 1).equal(at::full({4}, 2, at::kFloat)));
    at::Tensor part = at::empty({4}, at::kFloat);
    group.reduce_scatter(part, at::arange(8, at::kFloat).reshape({2, 4}));
    EXPECT_TRUE(part.equal(2 * (at::arange(4, at::kFloat) + 4 * rank)));
    at::Tensor told = mine.clone();
    group.broadcast(told, 1);
    EXPECT_TRUE(told.equal(at::full({4}, 2, at::kFloat)));
  });
}

}  // namespace
}  // namespace wgf::engine
