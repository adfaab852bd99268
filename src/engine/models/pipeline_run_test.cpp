// SPDX-License-Identifier: MIT
// A pipeline computes the gradients that one rank computes of the whole batch, whatever its
// schedule.
#include "engine/models/pipeline_run.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tanh.h>
#include <gtest/gtest.h>

#include "engine/distributed/thread_ranks.h"

namespace wgf::engine {
namespace {

using pipeline::Kind;

constexpr int net_layers = 8, net_width = 6, micro_batches = 8, batch_rows = 3;

at::Tensor random_numbers(std::vector<std::int64_t> sizes, std::uint64_t seed) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  return at::randn(sizes, generator, at::TensorOptions());
}

std::vector<at::Tensor> net_parameters() {
  std::vector<at::Tensor> all;
  for (int i = 0; i < net_layers; ++i)
    all.push_back(
        random_numbers({net_width, net_width}, static_cast<std::uint64_t>(i)).requires_grad_(true));
  return all;
}

at::Tensor batch_of(int micro_batch) {
  return random_numbers({batch_rows, net_width}, static_cast<std::uint64_t>(100 + micro_batch));
}

// Layers from begin up to end; the loss behind the last.
at::Tensor run_layers(const std::vector<at::Tensor>& weights, at::Tensor x, int begin, int end) {
  for (int i = begin; i < end; ++i)
    x = at::tanh(at::matmul(x, weights[static_cast<std::size_t>(i)]));
  return end == net_layers ? x.square().mean() : x;
}

std::vector<at::Tensor> gradients_alone() {
  const auto weights = net_parameters();
  for (int i = 0; i < micro_batches; ++i)
    (run_layers(weights, batch_of(i), 0, net_layers) / micro_batches).backward();
  std::vector<at::Tensor> gradients;
  for (const at::Tensor& weight : weights) gradients.push_back(weight.grad());
  return gradients;
}

struct Layout {
  Kind kind;
  int ranks, chunks_each;
};

class Pipelines : public testing::TestWithParam<Layout> {};

TEST_P(Pipelines, GradientsAreThoseOfOneRank) {
  const auto [kind, size, chunks_each] = GetParam();
  const pipeline::Schedule schedule =
      pipeline::make_schedule(kind, size, micro_batches, chunks_each);
  const auto alone = gradients_alone();
  const int each = net_layers / schedule.chunks();
  with_ranks(size, [&](RankGroup& ranks) {
    const auto weights = net_parameters();
    std::vector<PipelineChunk> chunks;
    for (int i = 0; i < schedule.chunks_each; ++i) {
      const int begin = (i * schedule.ranks + ranks.rank()) * each;
      chunks.push_back({[&weights, begin, each](const at::Tensor& input, int micro_batch) {
                          return run_layers(weights, begin == 0 ? batch_of(micro_batch) : input,
                                            begin, begin + each);
                        },
                        {batch_rows, net_width}});
    }
    PipelineRun run(schedule, ranks, std::move(chunks), at::TensorOptions());
    const at::Tensor loss = run.step();
    EXPECT_EQ(loss.defined(), ranks.rank() + 1 == size);
    for (int i = 0; i < net_layers; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const bool is_ours = schedule.rank_of(i / each) == ranks.rank();
      ASSERT_EQ(weights[at].grad().defined(), is_ours) << i;
      if (is_ours) {
        EXPECT_LT((weights[at].grad() - alone[at]).abs().max().item<float>(), 1e-6) << i;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Schedules, Pipelines,
                         testing::Values(Layout{Kind::naive, 2, 1}, Layout{Kind::gpipe, 2, 1},
                                         Layout{Kind::gpipe, 4, 1}, Layout{Kind::one_f_one_b, 2, 1},
                                         Layout{Kind::one_f_one_b, 4, 1},
                                         Layout{Kind::interleaved, 2, 2},
                                         Layout{Kind::interleaved, 4, 2}));

}  // namespace
}  // namespace wgf::engine
