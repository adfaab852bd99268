// SPDX-License-Identifier: MIT
#include "report/tasks/llm_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/charts/chart.h"
#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Timeline;
using testing::ElementsAre;

// Two layers; the second product begins before the first has ended, and nothing runs from 90 to
// 100.
Timeline token() {
  return {.phase = "decode",
          .period_us = 100,
          .launches = {{.name = "next_token", .part = "token", .duration_us = 5, .bytes = 8e3},
                       {.name = "void skinny_product(Arguments)",
                        .part = "qkv",
                        .layer = 0,
                        .start_us = 5,
                        .duration_us = 35,
                        .bytes = 60e6},
                       {.name = "void skinny_product(Arguments)",
                        .part = "down",
                        .layer = 0,
                        .start_us = 30,
                        .duration_us = 20,
                        .bytes = 20e6},
                       {.name = "void skinny_product(Arguments)",
                        .part = "qkv",
                        .layer = 1,
                        .start_us = 50,
                        .duration_us = 40,
                        .bytes = 60e6}}};
}

Result profiled() {
  Result result = trained("llama-3.1-8b", 1, {{"decode.step_time", 0.09}});
  result.measured_case.benchmark = "llm";
  result.metrics.push_back(results::single_metric("read.bandwidth", 2000));
  result.timelines = {token()};
  return result;
}

TEST(LlmTimeline, PartsAndGapsAddUpToTheToken) {
  const std::vector<PartTotal> totals = part_totals(token());
  ASSERT_EQ(totals.size(), 3u);
  EXPECT_EQ(totals[0].part, "qkv");
  EXPECT_EQ(totals[0].calls, 2);
  EXPECT_DOUBLE_EQ(totals[0].time_us, 75);
  EXPECT_DOUBLE_EQ(totals[0].bytes, 120e6);
  EXPECT_EQ(totals[1].part, "down");
  EXPECT_DOUBLE_EQ(totals[1].time_us, 10);  // 20, of which the product before it takes 10
  EXPECT_DOUBLE_EQ(totals[2].time_us, 5);
  EXPECT_DOUBLE_EQ(gap_us(token()), 10);
}

TEST(LlmTimeline, EachPartStandsBesideTheReadRate) {
  const results::Run run = run_of("llm", {profiled()});
  const std::vector<TitledTable> tables = timeline_tables(run, Language::english);
  ASSERT_EQ(tables.size(), 1u);
  const auto& rows = tables[0].table.rows;
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_THAT(rows[0],
              ElementsAre("q, k, v", "skinny_product", "2", "75.00", "75.0 %", "1,600", "80.0 %"));
  EXPECT_THAT(rows[3], ElementsAre("gaps between them", "", "", "10.00", "10.0 %", "-", "-"));
  EXPECT_THAT(rows[4], ElementsAre("all", "", "4", "100.0", "100 %", "1,400", "70.0 %"));
}

TEST(LlmTimeline, APromptHasOperationsInsteadOfARead) {
  Result result = profiled();
  result.timelines = {{.phase = "prefill",
                       .period_us = 50,
                       .launches = {{.name = "gemm",
                                     .part = "down",
                                     .layer = 0,
                                     .duration_us = 40,
                                     .bytes = 1e6,
                                     .flops = 2e9}}}};
  const auto tables = timeline_tables(run_of("llm", {result}), Language::english);
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_THAT(tables[0].table.rows[0], ElementsAre("down", "gemm", "1", "40.00", "80.0 %", "50.0"));
}

TEST(LlmTimeline, TheSectionOfLlmShowsIt) {
  const auto plain =
      task_section(run_of("llm", {trained("llama-3.1-8b", 1, {})}), Language::chinese);
  const auto section = task_section(run_of("llm", {profiled()}), Language::chinese);
  EXPECT_EQ(section->more.size(), plain->more.size() + 1);
  EXPECT_EQ(section->more.back().table.rows.size(), 5u);
}

TEST(LlmTimeline, NamesOfKernelsAreThoseOfTheirFunctions) {
  EXPECT_EQ(short_kernel_name("void at::native::reduce_kernel<512, 1>(at::Operation)"),
            "reduce_kernel");
  EXPECT_EQ(short_kernel_name("aten::linear"), "aten::linear");
  EXPECT_EQ(short_kernel_name("decode_attention"), "decode_attention");
}

TEST(LlmTimeline, TheChartHasTheTokenAndOneLayer) {
  const results::Run run = run_of("llm", {profiled()});
  for (const Chart& chart : make_charts({.runs = {&run, 1}})) {
    if (chart.name != "llm_timeline") continue;
    ASSERT_FALSE(chart.is_empty);
    ASSERT_EQ(chart.option["grid"].size(), 2u);
    EXPECT_EQ(chart.option["yAxis"][0]["data"].size(), 3u);  // token, qkv, down
    EXPECT_EQ(chart.option["yAxis"][1]["data"].size(), 2u);
    const auto& qkv = chart.option["series"][1]["data"];
    ASSERT_EQ(qkv.size(), 6u);
    EXPECT_EQ(qkv[1], nlohmann::json({40, 1}));
    EXPECT_TRUE(qkv[2].is_null());
    // The first layer: until the second begins.
    EXPECT_EQ(chart.option["xAxis"][1]["max"], 45);
    EXPECT_EQ(chart.option["series"][4]["data"][0], nlohmann::json({25, 1}));
    return;
  }
  FAIL();
}

}  // namespace
}  // namespace wgf::report
