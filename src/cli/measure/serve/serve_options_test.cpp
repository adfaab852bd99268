// SPDX-License-Identifier: MIT
#include "cli/measure/serve/serve_options.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "cli/measure/serve/serve_sweep.h"

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

results::Result swept(std::int64_t users, double rate, double good) {
  results::Result result;
  result.measured_case.benchmark = "serve_test";
  result.measured_case.parameters.set("concurrency", users);
  result.metrics = {results::single_metric("output.token_throughput", rate),
                    results::single_metric("good_share", good)};
  return result;
}

// Users of the loads that follow these, each measured as `measure` says.
std::vector<std::size_t> loads_after(results::Run run, const ServeWork& work,
                                     double (*rate)(std::size_t users, int repeat)) {
  std::vector<std::size_t> users;
  while (const auto next = next_load(work, run)) {
    users.push_back(next->plan.concurrency);
    EXPECT_EQ(next->plan.seed, 1u + static_cast<std::uint64_t>(next->repeat));
    run.results.push_back(swept(static_cast<std::int64_t>(users.back()),
                                rate(users.back(), next->repeat), users.back() > 2 ? 50 : 100));
  }
  return users;
}

TEST(Sweeps, RepeatBothAnswersUntilTheyAreKnown) {
  ServeOptions options{.url = "http://a", .is_sweep = true};
  const ServeWork work = read_serve_work(options, "");
  results::Run run;
  run.results = {swept(1, 10, 100), swept(2, 20, 100), swept(4, 30, 50), swept(8, 31, 50)};
  // 3 lies between 2, which kept the limits, and 4; 8 gave most.
  EXPECT_THAT(
      loads_after(run, work, [](std::size_t users, int) { return users == 8 ? 31.0 : 20.0; }),
      testing::ElementsAre(3, 8, 8, 2, 2));
  // Rates that scatter: as often as asked.
  options.repeats = "4";
  EXPECT_THAT(loads_after(run, read_serve_work(options, ""),
                          [](std::size_t users, int repeat) {
                            return (users == 8 ? 31.0 : 20.0) - 0.8 * (repeat % 2);
                          }),
              testing::ElementsAre(3, 8, 8, 8, 2, 2, 2));
  options.repeats = "1";
  EXPECT_THAT(loads_after(run, read_serve_work(options, ""), [](std::size_t, int) { return 20.0; }),
              testing::ElementsAre(3));
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
