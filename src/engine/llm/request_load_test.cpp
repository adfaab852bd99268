// SPDX-License-Identifier: MIT
// Loads on a clock of the test's own, and what is computed of them.

#include "engine/llm/request_load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/statistics.h"
#include "engine/llm/load_figures.h"

namespace wgf::engine {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

// A turn takes one second, and one more for each ten tokens of prompts.
class TestService final : public LoadClock, public TurnWork {
 public:
  double now() override { return time_; }
  void wait_until(double time) override { time_ = std::max(time_, time); }
  void run(const Turn& turn) override {
    time_ += 1;
    for (const PromptChunk& chunk : turn.chunks) time_ += static_cast<double>(chunk.tokens) / 10;
  }

 private:
  double time_ = 0;
};

LoadRecord record_of(const RequestLoad& load, SchedulerLimits limits) {
  TestService service;
  return run_load(load, limits, service, service, [](double) { return false; });
}

// Request 0 comes at 0 and is read by 2; 1 comes at 0.5, waits for the slot until 4, is read by 6.
TEST(RequestLoad, WaitingAndReadingAreToldApart) {
  const RequestLoad load{.sizes = {{10, 3}, {10, 2}}, .arrivals = {0, 0.5}};
  const LoadRecord record = record_of(load, {.slots = 1, .turn_tokens = 100});
  ASSERT_EQ(record.requests.size(), 2u);
  EXPECT_THAT(record.requests[0].tokens, ElementsAre(2, 3, 4));
  EXPECT_THAT(record.requests[1].tokens, ElementsAre(6, 7));
  EXPECT_EQ(record.turns, 5);
  EXPECT_EQ(record.answer_steps, 3);

  const LoadFigures figures = load_figures(record, {.ttft = 2000, .tpot = std::nullopt});
  EXPECT_THAT(figures.queue_time, ElementsAre(0, 3500));
  EXPECT_THAT(figures.prompt_time, ElementsAre(2000, 2000));
  EXPECT_THAT(figures.ttft, ElementsAre(2000, 5500));
  EXPECT_THAT(figures.tpot, ElementsAre(1000, 1000));
  EXPECT_THAT(figures.itl, ElementsAre(1000, 1000, 1000));
  EXPECT_THAT(figures.e2e_time, ElementsAre(4000, 6500));
  EXPECT_DOUBLE_EQ(figures.seconds, 7);
  EXPECT_DOUBLE_EQ(figures.request_rate, 2 / 7.0);
  EXPECT_DOUBLE_EQ(figures.input_token_rate, 20 / 7.0);
  EXPECT_DOUBLE_EQ(figures.output_token_rate, 5 / 7.0);
  EXPECT_DOUBLE_EQ(figures.arrival_rate, 2);
  EXPECT_DOUBLE_EQ(figures.good_share, 0.5);
  EXPECT_DOUBLE_EQ(figures.mean_answers, 1);
  EXPECT_TRUE(figures.is_short);        // all came within 0.5 s
  EXPECT_FALSE(figures.is_overloaded);  // which two requests do not tell
}

// While 1 is read in two parts, the answer of 0 goes on, each token later by what a part takes.
TEST(RequestLoad, APartOfAPromptDelaysTheAnswersBesideIt) {
  const RequestLoad load{.sizes = {{10, 4}, {20, 2}}, .arrivals = {0, 1}};
  const LoadRecord record = record_of(load, {.slots = 2, .turn_tokens = 10});
  ASSERT_EQ(record.requests.size(), 2u);
  EXPECT_THAT(record.requests[0].tokens, ElementsAre(2, 4, 6, 7));
  EXPECT_THAT(record.requests[1].tokens, ElementsAre(6, 7));
  const LoadFigures figures = load_figures(record, {});
  EXPECT_THAT(figures.queue_time, ElementsAre(0, 1000));
  EXPECT_THAT(figures.itl, ElementsAre(2000, 2000, 1000, 1000));
  EXPECT_DOUBLE_EQ(figures.mean_answers, 4 / 3.0);
}

TEST(RequestLoad, AnIdleServiceWaitsForTheNextRequest) {
  const RequestLoad load{.sizes = {{10, 1}, {10, 1}}, .arrivals = {0, 50}};
  const LoadRecord record = record_of(load, {.slots = 4, .turn_tokens = 100});
  const LoadFigures figures = load_figures(record, {});
  EXPECT_THAT(figures.ttft, ElementsAre(2000, 2000));
  EXPECT_TRUE(figures.tpot.empty());
  EXPECT_DOUBLE_EQ(figures.seconds, 52);
}

TEST(RequestLoad, InAClosedLoopTheNextComesWhenOneIsAnswered) {
  const RequestLoad load{.sizes = {{10, 1}, {10, 2}, {10, 1}}, .concurrency = 1};
  const LoadRecord record = record_of(load, {.slots = 4, .turn_tokens = 100});
  ASSERT_EQ(record.requests.size(), 3u);
  EXPECT_EQ(record.requests[1].arrival, 2);
  EXPECT_EQ(record.requests[2].arrival, 5);
  EXPECT_THAT(load_figures(record, {}).queue_time, ElementsAre(0, 0, 0));
}

TEST(RequestLoad, RequestsOfTheWarmUpAreAnsweredAndNotCounted) {
  const RequestLoad load{.sizes = {{10, 1}, {10, 2}, {10, 1}}, .concurrency = 1, .warmup = 2};
  const LoadRecord record = record_of(load, {.slots = 4, .turn_tokens = 100});
  ASSERT_EQ(record.requests.size(), 1u);
  EXPECT_EQ(record.requests[0].arrival, 5);
  EXPECT_EQ(record.sizes.size(), 1u);
  EXPECT_DOUBLE_EQ(load_figures(record, {}).seconds, 2);
  const RequestLoad made = make_load({.requests = 3, .warmup = 2});
  EXPECT_EQ(made.sizes.size(), 5u);
  EXPECT_EQ(made.warmup, 2u);
}

TEST(RequestLoad, AnswersOfOneTokenHaveNoTpotToKeep) {
  const RequestLoad load{.sizes = {{10, 1}}, .arrivals = {0}};
  const LoadRecord record = record_of(load, {.slots = 1, .turn_tokens = 100});
  EXPECT_DOUBLE_EQ(load_figures(record, {.ttft = std::nullopt, .tpot = 0.001}).good_share, 1);
}

TEST(RequestLoad, WhatIsStoppedKeepsTheRequestsAnsweredWhole) {
  const RequestLoad load{.sizes = {{10, 1}, {10, 50}}, .arrivals = {0, 0}};
  TestService service;
  const LoadRecord record = run_load(load, {.slots = 2, .turn_tokens = 100}, service, service,
                                     [](double share) { return share > 0; });
  EXPECT_TRUE(record.was_stopped);
  EXPECT_EQ(record.requests.size(), 1u);
}

// A request takes two seconds alone: at 0.4 a second nothing piles up, at 0.8 they come 1.6 times
// as fast as they are answered, and each second of arrivals leaves 0.6 more to wait.
TEST(RequestLoad, AQueueThatGrowsIsSaid) {
  RequestLoad load;
  for (int i = 0; i < 100; ++i) load.sizes.push_back({10, 1});
  const auto growth_at = [&](double rate) {
    load.arrivals.clear();
    for (int i = 0; i < 100; ++i) load.arrivals.push_back(i / rate);
    return load_figures(record_of(load, {.slots = 1, .turn_tokens = 100}), {});
  };
  EXPECT_FALSE(growth_at(0.4).is_overloaded);
  EXPECT_DOUBLE_EQ(growth_at(0.4).queue_growth, 0);
  EXPECT_FALSE(growth_at(0.4).is_short);
  EXPECT_TRUE(growth_at(0.8).is_overloaded);
  EXPECT_FALSE(growth_at(8).is_short);  // all within 13 s, but overloaded before all
  EXPECT_NEAR(growth_at(0.8).queue_growth, 0.6, 1e-9);
}

TEST(RequestLoad, ArrivalsArePoissonOfTheRateAndTheSeed) {
  LoadPlan plan{.requests = 4000, .rate = 8, .input_tokens = {10, 20}, .output_tokens = {5, 5}};
  const RequestLoad load = make_load(plan);
  std::vector<double> gaps;
  for (std::size_t i = 1; i < load.arrivals.size(); ++i)
    gaps.push_back(load.arrivals[i] - load.arrivals[i - 1]);
  EXPECT_EQ(load.arrivals.front(), 0);
  EXPECT_NEAR(mean(gaps), 1 / 8.0, 0.006);  // three standard errors
  EXPECT_NEAR(standard_deviation(gaps), 1 / 8.0, 0.012);
  EXPECT_EQ(make_load(plan).arrivals, load.arrivals);
  plan.rate = 2;  // the same requests, four times as far apart
  EXPECT_THAT(make_load(plan).arrivals.back(), DoubleNear(4 * load.arrivals.back(), 1e-6));
  plan.seed = 2;
  EXPECT_NE(make_load(plan).arrivals, load.arrivals);
}

TEST(RequestLoad, EachLengthOfARangeIsAsLikely) {
  const LoadPlan plan{.requests = 3000, .input_tokens = {10, 12}, .output_tokens = {7, 7}};
  int counts[3] = {};
  for (const RequestSize& size : make_load(plan).sizes) {
    ASSERT_TRUE(size.input_tokens >= 10 && size.input_tokens <= 12);
    ASSERT_EQ(size.output_tokens, 7);
    ++counts[size.input_tokens - 10];
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 80);
  EXPECT_TRUE(make_load(plan).arrivals.empty());
}

}  // namespace
}  // namespace wgf::engine
