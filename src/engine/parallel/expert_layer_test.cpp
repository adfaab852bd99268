// SPDX-License-Identifier: MIT
#include "engine/parallel/expert_layer.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/randn.h>
#include <gtest/gtest.h>

#include <mutex>

#include "engine/distributed/thread_ranks.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t all_tokens = 24;

at::Tensor run(ExpertLayer& layer, const at::Tensor& x) {
  layer.route(x);
  layer.dispatch();
  layer.compute();
  return layer.combine();
}

TEST(ExpertLayer, GivesWhatOneRankWithAllExpertsGives) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(4);
  const at::Tensor x = at::randn({all_tokens, 16}, generator, at::TensorOptions());
  for (const double skew : {0.0, 1.5}) {
    const ExpertLayerShape shape{
        .experts = 8, .per_token = 2, .hidden = 16, .width = 24, .skew = skew};
    ExpertLayer alone(shape, at::TensorOptions(), 7, nullptr);
    const at::Tensor wanted = run(alone, x);
    EXPECT_GT(wanted.abs().max().item<float>(), 0);
    for (const int count : {2, 4}) {
      std::mutex guard;
      std::int64_t rows = 0, most = 0;
      with_ranks(count, [&](RankGroup& ranks) {
        ExpertLayer layer(shape, at::TensorOptions(), 7, &ranks);
        const std::int64_t each = all_tokens / count;
        const at::Tensor own = run(layer, x.narrow(0, ranks.rank() * each, each));
        EXPECT_LT((own - wanted.narrow(0, ranks.rank() * each, each)).abs().max().item<float>(),
                  1e-6);
        const std::lock_guard lock(guard);
        rows += layer.own_rows();
        most = std::max(most, layer.own_rows());
      });
      EXPECT_EQ(rows, all_tokens * 2);  // none is dropped
      if (skew > 0) {
        EXPECT_GT(most * count, rows + rows / 4);
      }
    }
  }
}

TEST(ExpertLayer, RefusesExpertsThatDoNotDivide) {
  with_ranks(2, [](RankGroup& ranks) {
    EXPECT_THROW(
        ExpertLayer({.experts = 7, .hidden = 8, .width = 8}, at::TensorOptions(), 1, &ranks),
        std::invalid_argument);
  });
}

}  // namespace
}  // namespace wgf::engine
