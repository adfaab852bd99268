// SPDX-License-Identifier: MIT
#include "engine/parallel/part_profile.h"

#include <ATen/ops/randint.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "engine/distributed/thread_ranks.h"
#include "engine/training/trained_shape.h"

namespace wgf::engine {
namespace {

double at(const PartProfile& profile, StepPart part) {
  return profile.part_ms[static_cast<std::size_t>(part)];
}

// Every form that is there takes some of the step, the others none, and nothing is counted twice.
TEST(PartProfiles, DivideTheStepOfEveryRank) {
  const DecoderShape shape = read_trained_shape(
      R"({"model_type":"gpt2","n_layer":2,"n_embd":16,"n_head":4,"vocab_size":49,"n_positions":16})",
      "tiny");
  const auto tokens = [&] {
    return at::randint(shape.vocabulary, {1, 8}, at::TensorOptions().dtype(at::kLong));
  };
  const MicroBatch batch{tokens(), tokens()};
  with_ranks(4, [&](RankGroup& ranks) {
    ParallelTraining training(shape,
                              {.layout = {.tp = 2, .pp = 2},
                               .micro_batches = 2,
                               .decoder = {.sequences = 1, .length = 8}},
                              at::kCPU, ranks,
                              [](const DecoderShape&) { return library_operations(); });
    const PartProfile profile = profile_parts(training, {batch, batch}, ranks, 2);
    for (const StepPart part : {StepPart::attention, StepPart::feed_forward, StepPart::head,
                                StepPart::tensor, StepPart::stages, StepPart::optimizer})
      EXPECT_GT(at(profile, part), 0) << to_text(part);
    for (const StepPart part : {StepPart::context, StepPart::experts})
      EXPECT_EQ(at(profile, part), 0) << to_text(part);
    double sum = profile.rest_ms();
    for (const double one : profile.part_ms) sum += one;
    EXPECT_NEAR(sum, profile.step_ms, 1e-6);
    EXPECT_EQ(profile.layer_ms.size(), 4U);
    EXPECT_LE(profile.least_data_ms, at(profile, StepPart::data) + 1e-6);
  });
}

TEST(PartClocks, GiveTimeToTheInnermostPartAlone) {
  using namespace std::chrono_literals;
  PartClock clock(at::kCPU);
  {
    const InPart outer(StepPart::attention);
    std::this_thread::sleep_for(2ms);
    const InPart inner(StepPart::tensor);
    std::this_thread::sleep_for(20ms);
  }
  std::this_thread::sleep_for(20ms);
  const auto times = clock.read();
  EXPECT_GE(times[static_cast<std::size_t>(StepPart::tensor)], 20);
  EXPECT_GE(times[static_cast<std::size_t>(StepPart::attention)], 2);
  EXPECT_LT(times[static_cast<std::size_t>(StepPart::attention)], 20);
}

TEST(Stragglers, AreThoseNotablySlowerThanTheMiddleRank) {
  EXPECT_TRUE(stragglers({1.0, 1.1, 1.05, 0.98}).empty());
  const auto found = stragglers({1.0, 1.0, 1.6, 1.1});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rank, 2);
  EXPECT_DOUBLE_EQ(found[0].times, 1.6);
  ASSERT_EQ(stragglers({1.5, 1.0}).size(), 1U);
  EXPECT_EQ(stragglers({1.5, 1.0})[0].rank, 0);
  EXPECT_TRUE(stragglers({}).empty());
}

}  // namespace
}  // namespace wgf::engine
