// SPDX-License-Identifier: MIT
// Data parallel training computes what one rank computes of the whole batch.
#include "engine/models/gradient_exchange.h"

#include <ATen/Context.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros_like.h>
#include <gtest/gtest.h>

#include "engine/distributed/thread_ranks.h"
#include "engine/measure/optimizer.h"
#include "engine/models/sharded_update.h"

namespace wgf::engine {
namespace {

constexpr int steps = 3, rows = 8, width = 6;

struct Net {
  std::vector<at::Tensor> parameters;

  explicit Net(std::uint64_t seed) {
    auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    for (int i = 0; i < 4; ++i)
      parameters.push_back(
          at::randn({width, width}, generator, at::TensorOptions()).requires_grad_(true));
  }
  at::Tensor loss(const at::Tensor& x) const {
    at::Tensor y = x;
    for (int i = 0; i < 3; ++i)
      y = at::tanh(at::matmul(y, parameters[static_cast<std::size_t>(i)]));
    return y.square().mean();  // the last parameter is not reached
  }
};

at::Tensor batch(int step) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(static_cast<std::uint64_t>(100 + step));
  return at::randn({rows, width}, generator, at::TensorOptions());
}

std::vector<at::Tensor> trained(RankGroup* ranks, const ExchangeSettings& settings) {
  Net net(ranks == nullptr ? 1 : static_cast<std::uint64_t>(1 + ranks->rank()));
  std::optional<GradientExchange> exchange;
  if (ranks != nullptr) exchange.emplace(net.parameters, *ranks, settings);
  const auto optimizer = make_sgd(net.parameters, {.learning_rate = 0.1});
  const int size = ranks == nullptr ? 1 : ranks->size();
  const int own = ranks == nullptr ? 0 : ranks->rank();
  for (int step = 0; step < steps; ++step) {
    optimizer->zero_grad();
    net.loss(batch(step).narrow(0, own * rows / size, rows / size)).backward();
    if (exchange) exchange->finish();
    optimizer->step();
  }
  return net.parameters;
}

float difference(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
  float largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, (a[i] - b[i]).abs().max().item<float>());
  return largest;
}

TEST(GradientExchange, TrainsAsOneRank) {
  const auto alone = trained(nullptr, {});
  for (const int size : {2, 4})
    for (const bool overlaps : {true, false})
      for (const double bucket_mb : {1e-5, 2e-4, 25.0})
        with_ranks(size, [&](RankGroup& ranks) {
          EXPECT_LT(difference(trained(&ranks, {bucket_mb, overlaps, {}, 0}), alone), 1e-6)
              << size << " ranks, " << bucket_mb << " MB";
        });
}

std::vector<at::Tensor> trained_in_shares(RankGroup& ranks, const ExchangeSettings& settings) {
  Net net(static_cast<std::uint64_t>(1 + ranks.rank()));
  ShardedUpdate update(net.parameters, ranks, settings);
  const auto optimizer = make_sgd(update.own_parameters(), {.learning_rate = 0.1});
  for (int step = 0; step < steps; ++step) {
    const int each = rows / ranks.size();
    net.loss(batch(step).narrow(0, ranks.rank() * each, each)).backward();
    update.finish();
    optimizer->step();
    update.gather();
  }
  return net.parameters;
}

TEST(ShardedUpdate, TrainsAsOneRank) {
  const auto alone = trained(nullptr, {});
  for (const int size : {2, 4})
    for (const int stage : {1, 2})
      for (const bool overlaps : {true, false})
        for (const double bucket_mb : {1e-5, 2e-4, 25.0})
          with_ranks(size, [&](RankGroup& ranks) {
            EXPECT_LT(difference(trained_in_shares(ranks, {bucket_mb, overlaps, {}, stage}), alone),
                      1e-6)
                << size << " ranks, stage " << stage << ", " << bucket_mb << " MB";
          });
}

TEST(ShardedUpdate, HoldsItsPartAlone) {
  with_ranks(4, [](RankGroup& ranks) {
    Net net(1);
    const ShardedUpdate update(net.parameters, ranks, {25, true, {}, 1});
    std::int64_t own = 0;
    for (const at::Tensor& part : update.own_parameters()) own += part.numel();
    EXPECT_EQ(own, 4 * width * width / 4);
  });
}

TEST(GradientExchange, NarrowGradientsStayNear) {
  const auto alone = trained(nullptr, {});
  with_ranks(2, [&](RankGroup& ranks) {
    const float off = difference(trained(&ranks, {25, true, at::kBFloat16, 0}), alone);
    EXPECT_LT(off, 1e-2);
    EXPECT_GT(off, 0);
  });
}

TEST(GradientExchange, FillsBucketsFromTheLastParameterOn) {
  with_ranks(2, [&](RankGroup& ranks) {
    Net net(1);
    const double two = 2.0 * width * width * 4 / 1e6;
    EXPECT_EQ(GradientExchange(net.parameters, ranks, {two, true, {}, 0}).buckets(), 2U);
    EXPECT_EQ(GradientExchange(net.parameters, ranks, {25, true, {}, 0}).bytes().value,
              4 * width * width * 4);
    EXPECT_EQ(GradientExchange(net.parameters, ranks, {25, true, at::kHalf, 0}).bytes().value,
              4 * width * width * 2);
  });
}

}  // namespace
}  // namespace wgf::engine
