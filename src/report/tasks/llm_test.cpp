// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/formats/llama_bench.h"
#include "report/tasks/llm_curve.h"
#include "report/tasks/llm_definitions.h"
#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;

// A prompt of 512 in 20 ms, steps of so many ms.
Result answered(const std::string& model, std::int64_t batch, std::vector<double> steps,
                std::int64_t new_tokens = 4, std::int64_t depth = 0) {
  Result result;
  result.measured_case = {.benchmark = "llm",
                          .parameters = {{"model", model},
                                         {"batch_size", batch},
                                         {"prompt_tokens", std::int64_t{512}},
                                         {"new_tokens", new_tokens},
                                         {"precision", std::string("bf16")}},
                          .device = "cuda:0"};
  if (depth > 0) result.measured_case.parameters.set("depth", depth);
  result.metrics.push_back(results::metric_from_samples("prefill.step_time", {19, 20, 21}));
  result.metrics.push_back(results::metric_from_samples("decode.step_time", std::move(steps)));
  const double step = result.metrics.back().value;
  result.metrics.push_back(
      results::single_metric("decode.token_throughput", 1e3 * static_cast<double>(batch) / step));
  result.metrics.push_back(results::single_metric("parameters", 8.03e9));
  result.metrics.push_back(results::single_metric("memory_model_state", 14.96));
  return result;
}

TEST(LlamaBench, AnAnswerIsItsTgAtTheDepthOfThePrompt) {
  const results::Run run =
      run_of("llm", {answered("llama-3.1-8b", 1, {5, 5, 5, 5, 6, 6, 6, 6, 7}, 4, 4096)});
  const auto tests = llama_bench_tests(run);
  ASSERT_EQ(tests.size(), 3u);
  EXPECT_EQ(tests[0].name(), "pp512 @ d4096");
  EXPECT_EQ(tests[1].name(), "tg4 @ d4608");
  EXPECT_EQ(tests[2].name(), "pp512+tg4 @ d4096");
  // Whole answers: four steps each, the ninth begins another.
  EXPECT_THAT(tests[1].seconds,
              testing::ElementsAre(testing::DoubleEq(0.02), testing::DoubleEq(0.024)));
  EXPECT_DOUBLE_EQ(tests[1].rates().front(), 200);
  EXPECT_DOUBLE_EQ(tests[0].rates()[1], 25'600);
  EXPECT_DOUBLE_EQ(tests[2].seconds.front(), 0.039);
}

TEST(LlamaBench, FewerStepsThanAnAnswerStandForOne) {
  const results::Run run = run_of("llm", {answered("llama-3.1-8b", 2, {5, 7}, 128)});
  const auto tests = llama_bench_tests(run);
  EXPECT_DOUBLE_EQ(tests[1].seconds.front(), 0.768);
  EXPECT_DOUBLE_EQ(tests[1].rates().front(), 2 * 128 / 0.768);
}

TEST(LlamaBench, TheTableHasItsColumns) {
  const results::Run run =
      run_of("llm", {answered("llama-3.1-8b", 1, std::vector<double>(8, 5.0))});
  const Table table = llama_bench_table(run);
  std::vector<std::string> titles;
  for (const Column& column : table.columns) titles.push_back(column.title);
  EXPECT_THAT(titles, testing::ElementsAre("model", "size", "params", "backend", "test", "t/s"));
  EXPECT_THAT(table.rows[1], testing::ElementsAre("llama-3.1-8b bf16", "14.96 GiB", "8.03 B",
                                                  "CUDA", "tg4 @ d512", "200.00 ± 0.00"));
}

TEST(LlamaBench, JsonHasItsFields) {
  const results::Run run =
      run_of("llm", {answered("llama-3.1-8b", 1, std::vector<double>(8, 5.0))});
  const ReportInput input{.runs = {&run, 1}};
  const auto tests = nlohmann::json::parse(find_llama_bench_format("json")->write(input));
  ASSERT_EQ(tests.size(), 3u);
  EXPECT_EQ(tests[1]["n_prompt"], 0);
  EXPECT_EQ(tests[1]["n_gen"], 4);
  EXPECT_EQ(tests[1]["n_depth"], 512);
  EXPECT_EQ(tests[1]["avg_ns"], 20'000'000);
  EXPECT_EQ(tests[1]["samples_ts"].size(), 2u);
  EXPECT_THAT(find_llama_bench_format("csv")->write(input), testing::StartsWith("build_commit,"));
  EXPECT_EQ(find_llama_bench_format("llm.json"), nullptr);
}

TEST(LlmDefinitions, VllmCountsTheFirstTokenToThePrompt) {
  const results::Run run =
      run_of("llm", {answered("llama-3.1-8b", 2, std::vector<double>(16, 5.0), 5)});
  const auto row = llm_in_definitions(run, "vllm", Language::english).table.rows.at(0);
  EXPECT_EQ(row[2], "20.00");
  EXPECT_EQ(row[5], "50.00");   // two requests in 20 + 4 x 5 ms
  EXPECT_EQ(row[6], "250.00");  // five tokens each
  const auto fast = llm_in_definitions(run, "gpt-fast", Language::english).table.rows.at(0);
  EXPECT_EQ(fast[3], "222.22");  // ten tokens in 20 + 5 x 5 ms
}

results::Run sweep() {
  return run_of("llm", {answered("llama-3.1-8b", 16, std::vector<double>(8, 8.0)),
                        answered("llama-3.1-8b", 1, std::vector<double>(8, 5.0)),
                        answered("llama-3.1-8b", 32, std::vector<double>(8, 15.6))});
}

TEST(LlmCurve, TheKneeIsTheSmallestBatchNearTheFastest) {
  const auto curves = llm_curves(sweep());
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].points.front().sequences, 1);
  EXPECT_EQ(curves[0].points[curves[0].knee].sequences, 16);
  EXPECT_EQ(curves[0].points[curves[0].fastest].sequences, 32);
  EXPECT_TRUE(llm_curves(run_of("llm", {answered("a", 1, {5}), answered("b", 2, {5})})).empty());
}

TEST(LlmCurve, CurvesOfOneModelAreToldApart) {
  Result narrow = answered("a", 2, {5}), narrower = answered("a", 4, {6});
  for (Result* one : {&narrow, &narrower})
    one->measured_case.parameters.set("precision", std::string("int4"));
  const auto labels = [](const std::vector<Result>& results) {
    std::vector<std::string> names;
    for (const LlmCurve& curve : llm_curves(run_of("llm", results))) names.push_back(curve.label);
    return names;
  };
  const Result one = answered("a", 1, {5}), two = answered("a", 2, {5});
  EXPECT_THAT(labels({one, two}), testing::ElementsAre("a"));
  EXPECT_THAT(labels({one, two, narrow, narrower}), testing::ElementsAre("a bf16", "a int4"));
  EXPECT_THAT(labels({one, two, answered("a", 1, {6}, 4, 4096), answered("a", 2, {6}, 4, 4096)}),
              testing::ElementsAre("a 512 + 4", "a 512 + 4 @ 4096"));
}

TEST(LlmCurve, OfSeveralModelsTheLargestThatIsFluentIsTaken) {
  Result small = answered("llama-3.2-1b", 1, {1}), large = answered("qwen2.5-72b", 1, {60});
  for (results::Metric& metric : small.metrics)
    if (metric.tag == "parameters") metric.value = 1.2e9;
  for (results::Metric& metric : large.metrics)
    if (metric.tag == "parameters") metric.value = 72e9;
  const results::Run run = run_of("llm", {small, answered("llama-3.1-8b", 1, {5}), large});
  const LlmChoice choice = largest_fluent_model(run);
  ASSERT_NE(choice.result, nullptr);
  EXPECT_EQ(choice.result->measured_case.parameters.text("model"), "llama-3.1-8b");
  EXPECT_TRUE(choice.is_fluent);
  EXPECT_EQ(largest_fluent_model(run_of("llm", {small})).result, nullptr);
}

TEST(LlmSection, ColumnsWithoutNumbersAreLeftOutInBothLanguagesAlike) {
  results::Run run = sweep();
  run.results[0].metrics.push_back(results::single_metric("prefill.mfu", 61));
  run.results[0].metrics.push_back(results::single_metric("cache_capacity", 400'000));
  const auto english = task_section(run, Language::english),
             chinese = task_section(run, Language::chinese);
  ASSERT_TRUE(english && chinese);
  EXPECT_EQ(english->table.columns.size(), chinese->table.columns.size());
  EXPECT_EQ(english->table.rows[0][4], "61.0 %");
  EXPECT_EQ(english->advice.size(), 1u);  // the knee; the last result knows no capacity
  EXPECT_EQ(english->more.size(), 1u);
}

// Texts of 516 tokens.
TEST(LlmSection, LargerBatchesAreAdvisedWhereTheMemoryHasRoomForThem) {
  const auto advised = [](double capacity) {
    Result larger = answered("a", 16, {6});
    larger.metrics.push_back(results::single_metric("cache_capacity", capacity));
    const auto section =
        task_section(run_of("llm", {answered("a", 8, {5}), larger}), Language::english);
    return section->advice[0].find("-b max") != std::string::npos;
  };
  EXPECT_FALSE(advised(17 * 516));
  EXPECT_TRUE(advised(160 * 516));
}

TEST(LlmSection, ProcessesOfOneCaseAreOneRow) {
  results::Run run = run_of("llm", {answered("llama-3.1-8b", 1, {5, 5, 5, 5})});
  run.results.push_back(run.results.front());
  run.results.back().process = 1;
  EXPECT_EQ(task_section(run, Language::english)->table.rows.size(), 1u);
}

}  // namespace
}  // namespace wgf::report
