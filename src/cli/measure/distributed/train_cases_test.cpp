// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/train_cases.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::cli {
namespace {

class TrainCases : public testing::Test {
 protected:
  std::vector<results::Case> cases(const TrainOptions& typed, const char* device) const {
    return train_cases(typed, {}, device, catalog_.models());
  }
  const catalog::Catalog catalog_;
};

TEST_F(TrainCases, RanksTakeGpusOneAfterAnother) {
  const auto all = cases({.ranks = "1,2"}, "cuda:0");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].device, "cuda:0");
  EXPECT_EQ(all[0].ranks(), 1);
  EXPECT_EQ(all[1].device, "cuda:0,cuda:1");
  EXPECT_EQ(all[1].ranks(), 2);
  EXPECT_EQ(cases({.ranks = "4"}, "cpu")[0].device, "cpu");
}

TEST_F(TrainCases, EveryWayToExchangeWithEveryOther) {
  const auto all = cases({.ranks = "2",
                          .buckets = "1,25",
                          .overlap = "on,off",
                          .gradient_type = "fp32,bf16",
                          .engine = "library"},
                         "cuda:0");
  EXPECT_EQ(all.size(), 8U);
  EXPECT_EQ(all[0].parameters.integer("bucket_mb"), 1);
  EXPECT_FALSE(all[0].parameters.find("overlap"));
  EXPECT_EQ(all.back().parameters.text("gradient_type"), "bf16");
}

TEST_F(TrainCases, TheEngineExchangesInEveryWayToo) {
  const auto all = cases({.ranks = "1,2",
                          .buckets = "25,400",
                          .overlap = "on,off",
                          .gradient_type = "fp32,bf16,fp16",
                          .accumulate = "4"},
                         "cuda:0");
  ASSERT_EQ(all.size(), 13U);
  EXPECT_EQ(all[0].benchmark, "train_decoder");
  EXPECT_FALSE(all[0].parameters.find("bucket_mb"));
  EXPECT_EQ(all[1].parameters.integer("bucket_mb"), 25);
  EXPECT_EQ(all.back().parameters.text("exchange_type"), "fp16");
  EXPECT_EQ(all.back().parameters.text("overlap"), "off");
  EXPECT_EQ(all.back().parameters.integer("accumulate"), 4);
  EXPECT_FALSE(cases({.ranks = "2"}, "cuda:0")[0].parameters.find("exchange_type"));
}

TEST_F(TrainCases, ChannelsAreOfNccl) {
  const auto all = cases({.ranks = "1,2", .channels = "4,8"}, "cuda:0");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_FALSE(all[0].parameters.find("channels"));
  EXPECT_EQ(all[2].parameters.integer("channels"), 8);
  EXPECT_THROW(cases({.ranks = "2", .channels = "4"}, "cpu"), Error);
  const auto spared =
      cases({.ranks = "2", .exchange = "collectives,copies", .spared = "0,16"}, "cuda:0");
  ASSERT_EQ(spared.size(), 3U);
  EXPECT_FALSE(spared[0].parameters.find("spared_multiprocessors"));
  EXPECT_EQ(spared[1].parameters.integer("spared_multiprocessors"), 16);
  EXPECT_THROW(cases({.ranks = "2", .spared = "8"}, "cpu"), Error);
}

TEST_F(TrainCases, CopiesAreOfGpusAndOfWholeOrAllSharedState) {
  const auto all = cases(
      {.ranks = "2", .zero = "0,3", .exchange = "collectives,copies", .channels = "4,8"}, "cuda:0");
  ASSERT_EQ(all.size(), 6U);  // copies have no channels
  EXPECT_EQ(all[2].parameters.text("exchange"), "copies");
  EXPECT_FALSE(all[2].parameters.find("channels"));
  EXPECT_EQ(all[5].parameters.integer("zero"), 3);
  EXPECT_THROW(cases({.ranks = "2", .exchange = "copies"}, "cpu"), Error);
  EXPECT_THROW(cases({.ranks = "2", .zero = "1", .exchange = "copies"}, "cuda:0"), Error);
  EXPECT_THROW(cases({.ranks = "2", .gradient_type = "bf16", .exchange = "copies"}, "cuda:0"),
               Error);
}

TEST_F(TrainCases, OneProcessMayHaveAllGpus) {
  const auto all = cases({.ranks = "1,2", .data_parallel = "ranks,single-process"}, "cuda:0");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].ranks(), 2);
  EXPECT_EQ(all[2].ranks(), 1);
  EXPECT_EQ(all[2].parameters.integer("replicas"), 2);
  EXPECT_EQ(all[2].device, "cuda:0,cuda:1");
  EXPECT_THROW(cases({.ranks = "2", .zero = "1", .data_parallel = "single-process"}, "cpu"), Error);
  EXPECT_THROW(
      cases({.models = "resnet50", .ranks = "2", .data_parallel = "single-process"}, "cpu"), Error);
}

// Decoders of the catalogue are the training engine's, all else LibTorch's networks.
TEST_F(TrainCases, DecodersAreForTheEngine) {
  const auto benchmark = [&](const TrainOptions& typed) {
    return cases(typed, "cuda:0").front().benchmark;
  };
  for (const char* decoder : {"gpt2", "gpt2-xl", "llama-3.2-1b", "qwen3-0.6b"})
    EXPECT_EQ(benchmark({.models = decoder}), "train_decoder") << decoder;
  EXPECT_EQ(benchmark({.models = "resnet50"}), "train");
  EXPECT_EQ(benchmark({.models = "bert-base"}), "train");
  EXPECT_EQ(benchmark({.models = "gpt2", .engine = "library"}), "train");
  EXPECT_EQ(benchmark({.models = "gpt2", .ranks = "2"}), "train_decoder");
  EXPECT_EQ(benchmark({.models = "gpt2", .ranks = "2", .engine = "library"}), "train");
  // Which exchanges a layer at a time there.
  EXPECT_EQ(benchmark({.models = "gpt2", .ranks = "2", .buckets = "1", .zero = "1"}), "train");
  EXPECT_EQ(cases({.models = "resnet50,gpt2"}, "cuda:0").size(), 2U);
}

TEST_F(TrainCases, OfTheEngineSayWhatIsNotUsual) {
  const auto all = cases(
      {.models = "llama-3.2-1b", .batches = "2", .accumulate = "1,4", .recompute = "none,full"},
      "cuda:0");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].key(),
            "train_decoder model=llama-3.2-1b batch_size=2 sequence_length=1024 precision=bf16");
  EXPECT_EQ(all[3].parameters.integer("accumulate"), 4);
  EXPECT_EQ(all[3].parameters.text("recompute"), "full");
  EXPECT_NE(all[0].model_config.find("\"llama\""), std::string::npos);
  EXPECT_EQ(cases({.models = "gpt2"}, "cpu")[0].parameters.text("precision"), "fp32");
}

TEST_F(TrainCases, RefusesWhatTheEngineCannot) {
  EXPECT_THROW(cases({.models = "resnet50", .engine = "own"}, "cpu"), Error);
  EXPECT_THROW(
      cases({.models = "gpt2", .ranks = "2", .buckets = "1", .zero = "1", .engine = "own"}, "cpu"),
      Error);
  EXPECT_THROW(cases({.models = "gpt2", .recompute = "some"}, "cpu"), Error);
  EXPECT_THROW(cases({.models = "gpt2", .accumulate = "0"}, "cpu"), Error);
  EXPECT_THROW(cases({.models = "no-such-network"}, "cpu"), Error);
}

TEST_F(TrainCases, RefusesWhatCannotBe) {
  EXPECT_THROW(cases({.ranks = "0"}, "cpu"), Error);
  EXPECT_THROW(cases({.ranks = "2", .overlap = "maybe"}, "cpu"), Error);
  EXPECT_THROW(cases({.ranks = "2", .gradient_type = "fp8"}, "cpu"), Error);
}

TEST_F(TrainCases, FormsOfRanksAreTheTrainingEnginesOwn) {
  const auto all = cases({.models = "gpt2", .ranks = "2", .zero = "3"}, "cuda:0");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].benchmark, "train_decoder");
  EXPECT_EQ(all[0].parameters.integer("zero"), 3);
  EXPECT_EQ(all[0].device, "cuda:0,cuda:1");
  const auto pipes = cases({.models = "gpt2",
                            .accumulate = "4",
                            .tp = "2",
                            .pp = "2",
                            .schedule = "1f1b,zb-v",
                            .split = "even,balanced",
                            .shares_sequence = true},
                           "cpu");
  ASSERT_EQ(pipes.size(), 4U);
  EXPECT_EQ(pipes[0].ranks(), 4);
  EXPECT_TRUE(pipes[0].parameters.flag("sp"));
  EXPECT_EQ(pipes[2].parameters.find("split"), nullptr);
  EXPECT_EQ(pipes[3].parameters.text("split"), "balanced");
  EXPECT_EQ(pipes[3].parameters.integer("vpp"), 2);
}

TEST_F(TrainCases, RefusesFormsThatCannotBe) {
  EXPECT_THROW(cases({.models = "gpt2", .zero = "4"}, "cpu"), Error);
  EXPECT_THROW(cases({.models = "gpt2", .pp = "2", .schedule = "2f2b"}, "cpu"), Error);
  EXPECT_THROW(cases({.models = "gpt2", .pp = "2", .split = "odd"}, "cpu"), Error);
  EXPECT_THROW(
      cases({.models = "gpt2", .accumulate = "3", .pp = "2", .schedule = "interleaved"}, "cpu"),
      Error);
  EXPECT_THROW(cases({.models = "resnet50", .tp = "2"}, "cpu"), Error);
}

// Experts are shared out among data-parallel ranks, as many as those unless more are asked for.
TEST_F(TrainCases, ExpertsAreSharedOutAmongDataRanks) {
  const auto all = cases({.models = "mixtral-8x7b", .ep = "2,4", .capacity_factor = "1.25"}, "cpu");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].ranks(), 2);
  EXPECT_EQ(all[1].parameters.integer("ep"), 4);
  EXPECT_EQ(all[1].parameters.integer("dp"), 4);
  EXPECT_EQ(all[0].parameters.number("capacity_factor"), 1.25);
  const auto more = cases({.models = "mixtral-8x7b", .ranks = "8", .ep = "2"}, "cpu");
  EXPECT_EQ(more[0].ranks(), 8);
  EXPECT_THROW(cases({.models = "mixtral-8x7b", .ranks = "3", .ep = "2"}, "cpu"), Error);
  EXPECT_THROW(cases({.models = "mixtral-8x7b", .capacity_factor = "0"}, "cpu"), Error);
  EXPECT_THROW(cases({.models = "resnet50", .routing = "skewed"}, "cpu"), Error);
}

}  // namespace
}  // namespace wgf::cli
