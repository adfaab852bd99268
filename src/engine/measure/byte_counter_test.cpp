// SPDX-License-Identifier: MIT
#include "engine/measure/byte_counter.h"

#include <gtest/gtest.h>
#include <torch/nn/functional/embedding.h>
#include <torch/nn/modules/linear.h>

namespace wgf::engine {
namespace {

template <typename Work>
double bytes_of(Work work) {
  const ByteCounter counter;
  work();
  return counter.bytes();
}

TEST(ByteCounter, OneOperatorReadsItsInputsAndWritesItsResult) {
  const torch::Tensor a = torch::randn({100}), b = torch::randn({100});
  EXPECT_EQ(bytes_of([&] { (void)(a + b); }), 3 * 400);
  EXPECT_EQ(bytes_of([&] { (void)torch::mm(a.view({10, 10}), b.view({10, 10})); }), 3 * 400);
  torch::Tensor out = torch::empty({100});
  EXPECT_EQ(bytes_of([&] { torch::add_out(out, a, b); }), 3 * 400);
}

TEST(ByteCounter, InPlaceOperatorsWriteWhatTheyRead) {
  torch::Tensor a = torch::randn({100});
  const torch::Tensor b = torch::randn({100});
  EXPECT_EQ(bytes_of([&] { a.add_(b); }), 3 * 400);
  EXPECT_EQ(bytes_of([&] { a.copy_(b); }), 2 * 400);
  EXPECT_EQ(bytes_of([&] { a.fill_(1); }), 400);
}

TEST(ByteCounter, ViewsAndEmptyMemoryMoveNothing) {
  const torch::Tensor a = torch::randn({10, 10});
  EXPECT_EQ(bytes_of([&] {
              (void)a.view({100}).view({5, 20}).t();
              (void)a.narrow(0, 1, 3).expand({3, 10});
              (void)torch::empty({1000});
            }),
            0);
  // Of an expanded tensor each number is read once.
  EXPECT_EQ(bytes_of([&] {
              (void)(torch::ones({1, 10}).expand({10, 10}) + a);
            }),
            40 + (40 + 400 + 400));
}

TEST(ByteCounter, LookUpsReadTheRowsTheyTake) {
  const torch::Tensor table = torch::randn({1000, 16});
  const torch::Tensor rows = torch::tensor({3, 5}, torch::kLong);
  EXPECT_EQ(bytes_of([&] { (void)torch::embedding(table, rows); }), 16 + 2 * (2 * 16 * 4));
}

TEST(ByteCounter, OnlyTheInnermostOperatorCounts) {
  torch::nn::Linear linear(64, 32);
  const torch::Tensor input = torch::randn({16, 64});
  const double product = 4 * (16 * 64 + 64 * 32 + 32 + 16 * 32);
  EXPECT_EQ(bytes_of([&] { linear(input); }), product);
  torch::Tensor output = linear(input).sum();
  EXPECT_GT(bytes_of([&] { output.backward(); }), 0);  // on a thread of its own
}

}  // namespace
}  // namespace wgf::engine
