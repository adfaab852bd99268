// SPDX-License-Identifier: MIT
#include "cli/measure/serve/serve_options.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::cli {
namespace {

results::Run run_of(std::initializer_list<double> rates) {
  results::Run run;
  for (const double rate : rates) {
    results::Result& result = run.results.emplace_back();
    result.metrics.push_back(results::single_metric("output.token_throughput", rate));
  }
  return run;
}

// Half an interval of three is 4.303 s / √3.
TEST(Repeats, EndOnceTheIntervalIsNarrow) {
  EXPECT_TRUE(is_known_enough(run_of({100, 100.75, 99.25}), 3));   // 1.86 %
  EXPECT_FALSE(is_known_enough(run_of({100, 100.85, 99.15}), 3));  // 2.11 %
  EXPECT_FALSE(is_known_enough(run_of({100, 100}), 2));
  EXPECT_TRUE(is_known_enough(run_of({7, 100, 100, 100}), 3));  // the last are the load's
}

TEST(ServeOptions, ManagedEnginesHaveRoomForTheLongestConversation) {
  ServeOptions options{.managed = "llm:llama-3.2-1b"};
  options.input_tokens = "10-20";
  options.output_tokens = "5";
  options.concurrency = "2,40";
  const ServeWork work = read_serve_work(options, "");
  const auto engine = managed_engine(options, work);
  ASSERT_TRUE(engine);
  EXPECT_EQ(engine->model, "llama-3.2-1b");
  EXPECT_EQ(engine->batch, "16");
  EXPECT_EQ(engine->context, "25");
  options.turns = "3";
  EXPECT_EQ(managed_engine(options, read_serve_work(options, ""))->context, "75");
}

TEST(ServeOptions, LimitsOfMlperfHaveTheNamesOfItsModels) {
  ServeOptions options{.url = "http://a", .limits = {"mlperf:llama3.1-8b-interactive"}};
  const load::Limits limits = read_serve_work(options, "").limits;
  EXPECT_EQ(limits.ttft_ms, 500);
  EXPECT_EQ(limits.tpot_ms, 30);
  options.limits = {"mlperf:llama4"};
  EXPECT_THROW(read_serve_work(options, ""), Error);
  options.limits = {"mlperf:deepseek-r1", "tpot=3"};
  EXPECT_THROW(read_serve_work(options, ""), Error);
}

TEST(ServeOptions, ConversationsAreWhole) {
  ServeOptions options{.url = "http://a", .concurrency = "4"};
  options.requests = "10";
  options.turns = "4";
  const load::LoadPlan plan = read_serve_work(options, "").plans.front();
  EXPECT_EQ(plan.requests, 12u);
  EXPECT_EQ(plan.warmup, 8u);
}

}  // namespace
}  // namespace wgf::cli
