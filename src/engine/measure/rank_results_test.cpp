// SPDX-License-Identifier: MIT
#include "engine/measure/rank_results.h"

#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

results::Result rank_result(double step_ms, double memory_gib, const std::string& device) {
  results::Result result;
  result.metrics = {results::metric_from_samples("step_time", {step_ms, step_ms, step_ms}),
                    results::single_metric("memory_allocated_peak", memory_gib)};
  result.devices.front().id = device;
  return result;
}

TEST(RankResults, TimesOfTheSlowestAndMostMemory) {
  results::Case whole;
  whole.device = "cuda:0,cuda:1";
  whole.parameters.set("tp", 2);
  const results::Result joined =
      joined_results(whole, {rank_result(2, 7, "cuda:0"), rank_result(3, 5, "cuda:1")}, {"a", "a"});
  EXPECT_EQ(joined.find("step_time")->value, 3);
  EXPECT_EQ(joined.find("step_time")->samples.size(), 3U);
  EXPECT_EQ(joined.find("memory_allocated_peak")->value, 7);
  ASSERT_EQ(joined.devices.size(), 2U);
  ASSERT_EQ(joined.ranks.size(), 2U);
  EXPECT_EQ(joined.ranks[1].device, 1U);
  EXPECT_EQ(joined.ranks[0].find("step_time")->value, 2);
  EXPECT_TRUE(joined.ranks[0].find("step_time")->samples.empty());
  EXPECT_EQ(joined.measured_case.ranks(), 2);
}

TEST(RankResults, WhatStagesWaitIsTheMean) {
  results::Result first = rank_result(3, 1, "cpu"), last = rank_result(2, 1, "cpu");
  first.metrics.push_back(results::single_metric("bubble", 30));
  last.metrics.push_back(results::single_metric("bubble", 10));
  const results::Result joined = joined_results({}, {first, last}, {"a", "a"});
  EXPECT_EQ(joined.find("bubble")->value, 20);
  EXPECT_EQ(joined.ranks[0].find("bubble")->value, 30);
}

TEST(RankResults, BytesReadAndEnergyOfAStepAreThoseOfAll) {
  results::Result first = rank_result(3, 1, "cuda:0"), last = rank_result(2, 1, "cuda:1");
  for (const char* tag : {"decode.bandwidth", "decode.energy_per_token", "power"}) {
    first.metrics.push_back(results::single_metric(tag, 3));
    last.metrics.push_back(results::single_metric(tag, 2));
  }
  const results::Result joined = joined_results({}, {first, last}, {"a", "a"});
  EXPECT_EQ(joined.find("decode.bandwidth")->value, 5);
  EXPECT_EQ(joined.find("decode.energy_per_token")->value, 5);
  EXPECT_EQ(joined.find("power")->value, 3);  // of one card
}

TEST(RankResults, PartsOfTheStepAreTheMean) {
  results::Result first = rank_result(3, 1, "cpu"), last = rank_result(2, 1, "cpu");
  first.metrics.push_back(results::single_metric("part_head", 0));
  last.metrics.push_back(results::single_metric("part_head", 1));
  EXPECT_EQ(joined_results({}, {first, last}, {"a", "a"}).find("part_head")->value, 0.5);
}

TEST(RankResults, RanksOfOneCpuShareIt) {
  const results::Result joined =
      joined_results({}, {rank_result(2, 1, "cpu"), rank_result(2, 1, "cpu")}, {"a", "a"});
  EXPECT_EQ(joined.devices.size(), 1U);
  EXPECT_EQ(joined.ranks[1].device, 0U);
}

TEST(RankResults, EachRankHasItsDevice) {
  results::Case whole;
  whole.device = "cuda:0,cuda:1";
  EXPECT_EQ(case_of_rank(whole, 1).device, "cuda:1");
  whole.device = "cpu";
  EXPECT_EQ(case_of_rank(whole, 1).device, "cpu");
}

}  // namespace
}  // namespace wgf::engine
