// SPDX-License-Identifier: MIT
#include "report/tasks/serve_definitions.h"

#include <gtest/gtest.h>

#include <map>

#include "base/error.h"

namespace wgf::report {
namespace {

// Ten answers of 11 tokens: the first after 100, 110, … 190 ms (200 to 290 from the schedule), then
// one each 10 ms.
results::Run run_of_ten() {
  results::Result result;
  result.measured_case = {.benchmark = "serve_test", .parameters = {{"rate", 2.0}}};
  std::vector<double> ttft, late, whole, tpot, itl;
  for (int i = 0; i < 10; ++i) {
    ttft.push_back(100 + 10 * i);
    late.push_back(200 + 10 * i);
    whole.push_back(ttft.back() + 100);
    tpot.push_back(10);
    itl.insert(itl.end(), 10, 10.0);
  }
  using results::metric_from_samples;
  using results::single_metric;
  result.metrics = {metric_from_samples("ttft", ttft),
                    metric_from_samples("scheduled.ttft", late),
                    metric_from_samples("e2e_time", whole),
                    metric_from_samples("tpot", tpot),
                    metric_from_samples("itl", itl),
                    single_metric("measured_time", 5),
                    single_metric("request_rate", 2),
                    single_metric("input.token_count", 50),
                    single_metric("output.token_count", 11),
                    single_metric("input.token_throughput", 100),
                    single_metric("output.token_throughput", 22)};
  results::Run run{.task = "serve_test"};
  run.results = {result};
  return run;
}

std::map<std::string, std::string> figures_as(std::string_view tool) {
  std::map<std::string, std::string> figures;
  for (const auto& row :
       serve_in_definitions(run_of_ten(), tool, messages::Language::english).table.rows)
    figures[row.at(0)] = row.at(1);
  return figures;
}

TEST(ServeDefinitions, EachToolHasItsOwnNamesAndFormulas) {
  auto vllm = figures_as("vllm");
  EXPECT_EQ(vllm["Successful requests"], "10");
  EXPECT_EQ(vllm["Total input tokens"], "500");
  EXPECT_EQ(vllm["Total Token throughput (tok/s)"], "122.00");
  EXPECT_EQ(vllm["Mean TTFT (ms)"], "145.00");
  EXPECT_EQ(vllm["P99 TTFT (ms)"], "189.10");  // linear between the ninth and the tenth
  EXPECT_EQ(vllm["Median TPOT (ms)"], "10.00");
  EXPECT_EQ(figures_as("sglang")["Concurrency"], "0.49");  // 2.45 s of answers in 5 s
  EXPECT_EQ(figures_as("aiperf")["Inter Token Latency (ms) avg"], "10.00");
  // (245 ms) / 11: the first token's time is in it
  EXPECT_EQ(figures_as("guidellm")["TPOT (ms) median"], "22.27");
  EXPECT_EQ(figures_as("guidellm")["ITL (ms) median"], "10.00");
  auto loadgen = figures_as("loadgen");
  EXPECT_EQ(loadgen["99.00 percentile first token latency (ns)"], "290000000");
  EXPECT_EQ(loadgen["50.00 percentile first token latency (ns)"], "250000000");
  EXPECT_EQ(loadgen["50.00 percentile latency (ns)"], "-");  // a file without it
}

TEST(ServeDefinitions, AnotherToolIsRefused) {
  EXPECT_THROW(check_serve_tool("ab"), Error);
  for (const std::string_view tool : serve_tools())
    EXPECT_NO_THROW(check_serve_tool(std::string(tool)));
}

}  // namespace
}  // namespace wgf::report
