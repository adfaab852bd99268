// SPDX-License-Identifier: MIT
#include "engine/parallel/emulated_rank.h"

#include <ATen/ops/ones.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>

#include "engine/parallel/pipeline_profile.h"
#include "engine/parallel/stage_links.h"
#include "engine/training/trained_shape.h"

namespace wgf::engine {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::unique_ptr<RankGroup> ranks_with(const char* data_links) {
  return emulated_ranks(1, 4, {.data = results::parse_link_times(data_links)},
                        std::make_shared<StreamWait>(at::kCPU), std::make_shared<StragglerWaits>());
}

DecoderShape tiny() {
  return read_trained_shape(
      R"({"model_type":"gpt2","n_layer":6,"n_embd":16,"n_head":4,"vocab_size":49,"n_positions":16})",
      "tiny");
}

std::vector<MicroBatch> batches_of(int count) {
  const auto tokens = [] { return at::randint(49, {1, 8}, at::TensorOptions().dtype(at::kLong)); };
  std::vector<MicroBatch> all;
  for (int i = 0; i < count; ++i) all.push_back({tokens(), tokens()});
  return all;
}

// 10 ms and a megabyte at 0.1 GB/s, of which all-reduce carries 1.5.
TEST(EmulatedCarriers, TakeWhatTheLinkTakes) {
  const auto ranks = ranks_with("all_reduce 10000:0.1");
  const at::Tensor numbers = at::ones({250000});
  const auto begin = Clock::now();
  ranks->all_reduce(numbers);
  const auto took = Clock::now() - begin;
  EXPECT_GE(took, 25ms);
  EXPECT_LT(took, 200ms);
}

TEST(EmulatedCarriers, FillWhatComesWithNumbersOfTheOwn) {
  const auto ranks = ranks_with("all_gather 1:100");
  const at::Tensor all = at::zeros({4, 3}), own = at::ones({3});
  ranks->all_gather(all, own);
  EXPECT_EQ(all.sum().item<float>(), 12);
  const at::Tensor parts = at::zeros({4, 2}), part = at::zeros({2});
  parts[1].fill_(7);  // of this rank
  ranks->reduce_scatter(part, parts);
  EXPECT_EQ(part.sum().item<float>(), 14);
}

TEST(EmulatedCarriers, RanksSayWhatThisOneSays) {
  const auto ranks = ranks_with("all_reduce 1:1");
  EXPECT_EQ(ranks->gather("x"), std::vector<std::string>(4, "x"));
  EXPECT_EQ(ranks->agreed(5), 5);
  EXPECT_EQ(ranks->part("some", {1, 3})->rank(), 0);
}

// Always the same, of the size of activations or of gradients.
TEST(EmulatedCarriers, HandStagesNormalNumbers) {
  const auto ranks = ranks_with("all_reduce 1:1");
  const auto stages = ranks->part("stages", {0, 1});
  StageLinks links(*stages, at::kCPU);
  const auto comes = [&](Cargo cargo, int place) {
    const at::Tensor into = at::zeros({100, 30});
    return links.take(*links.expect(cargo, into, 0, tag_with(cargo, place)));
  };
  const at::Tensor activations = comes(Cargo::activations, 0);
  EXPECT_NEAR(activations.mean().item<float>(), 0, 0.1);
  EXPECT_NEAR(activations.std().item<float>(), 1, 0.1);
  EXPECT_TRUE(comes(Cargo::activations, 1).equal(activations));
  EXPECT_NEAR(comes(Cargo::gradients, 0).std().item<float>(), 1e-3, 1e-4);
}

TEST(EmulatedRanks, WaitAsLongAsTheReplayedPipelineTakes) {
  const pipeline::Schedule schedule = pipeline::make_schedule(pipeline::Kind::one_f_one_b, 4, 8);
  const auto simulation =
      pipeline::simulate(schedule, pipeline::even_times(schedule, Seconds(1), Seconds(2)));
  for (std::size_t rank = 0; rank < 4; ++rank) {
    const auto waits = waits_of(simulation, rank);
    const Seconds all = std::accumulate(waits.begin(), waits.end(), simulation.busy(rank));
    EXPECT_NEAR(all.value, simulation.end.value, 1e-9);
    for (const Seconds wait : waits) EXPECT_GE(wait.value, -1e-12);
  }
}

// The first, the last and one of the two between: the fourth is as the third.
TEST(EmulatedRanks, TimeEveryKindOfStageOnce) {
  const ParallelSettings settings{
      .layout = {.tp = 2, .pp = 4}, .micro_batches = 4, .decoder = {.sequences = 1, .length = 8}};
  EmulatedRank rank(2, settings, {}, at::kCPU);  // of the second stage
  const auto make = [](const DecoderShape&) { return library_operations(); };
  const EmulatedPipeline pipeline = rank.time_stages(tiny(), make);
  for (const Seconds time : pipeline.times.forward) EXPECT_GT(time.value, 0);
  ParallelTraining training(tiny(), settings, at::kCPU, rank.ranks(), make);
  rank.take_waits(pipeline, training);
  EXPECT_EQ(training.stages().rank(), 1);
  const auto batches = batches_of(4);
  training.run(batches);
  const auto begin = Clock::now();
  training.passes(batches);
  const std::chrono::duration<double> took = Clock::now() - begin;
  EXPECT_GE(took.count(), pipeline.simulation.end.value - pipeline.simulation.busy(1).value);
}

// Of groups that have any.
std::vector<at::Tensor> weights_of(TrainedDecoder& decoder, bool are_copies) {
  std::vector<at::Tensor> all;
  for (std::size_t group = 0; group < decoder.group_count(); ++group)
    if (const at::Tensor& one = decoder.group(group).weights; one.defined() && one.numel() > 0)
      all.push_back(are_copies ? one.clone() : one);
  return all;
}

// Of what neighbours that are not here hand over, weights learn finite numbers.
TEST(EmulatedRanks, OfStagesKeepFiniteWeights) {
  for (const int stage : {0, 1, 2}) {
    const ParallelSettings settings{
        .layout = {.pp = 3}, .micro_batches = 4, .decoder = {.sequences = 1, .length = 8}};
    EmulatedRank rank(stage, settings, {}, at::kCPU);
    ParallelTraining training(tiny(), settings, at::kCPU, rank.ranks(),
                              [](const DecoderShape&) { return library_operations(); });
    const auto batches = batches_of(4);
    const auto before = weights_of(training.decoder(0), true);
    for (int i = 0; i < 5; ++i) training.run(batches);
    const auto after = weights_of(training.decoder(0), false);
    ASSERT_EQ(after.size(), before.size());
    EXPECT_GE(after.size(), 2U);
    for (std::size_t i = 0; i < after.size(); ++i) {
      EXPECT_TRUE(after[i].isfinite().all().item<bool>()) << stage << " " << i;
      EXPECT_FALSE(after[i].equal(before[i])) << stage << " " << i;
    }
  }
}

// Its own pace on a machine with other work is not even.
TEST(EmulatedRanks, LearnWhatTheyWaitForOthers) {
  const ParallelSettings settings{.layout = {.tp = 2}, .decoder = {.sequences = 1, .length = 8}};
  EmulatedRank rank(0, settings, {.tensor = results::parse_link_times("all_reduce 10:1")},
                    at::kCPU);
  ParallelTraining training(tiny(), settings, at::kCPU, rank.ranks(),
                            [](const DecoderShape&) { return library_operations(); });
  const auto batches = batches_of(1);
  rank.learn_stragglers([&] { training.run(batches); });
  EXPECT_GT(rank.straggler_wait_of_step().value, 0);
  rank.forget_stragglers();
  EXPECT_EQ(rank.straggler_wait_of_step().value, 0);
}

}  // namespace
}  // namespace wgf::engine
