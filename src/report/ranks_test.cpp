// SPDX-License-Identifier: MIT
// A result of several devices in every form, and what its ranks measured.
#include "report/ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/formats/html.h"
#include "report/formats/report_format.h"
#include "report/joined_processes.h"
#include "report/result_table.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Device;
using results::Result;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// The good case of the sample on so many cards of so many nodes; rank r takes 40 + r ms.
results::Run run_of_ranks(std::size_t count, std::size_t nodes = 1) {
  results::Run run = sample_run();
  run.results.resize(1);
  Result& result = run.results[0];
  const Device card{.id = "", .name = "NVIDIA H100", .memory = Bytes(80 * gibi)};
  result.devices.clear();
  result.measured_case.device.clear();
  const std::size_t per_node = count / nodes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto slower = static_cast<double>(i);
    Device& device = result.devices.emplace_back(card);
    device.id = "cuda:" + std::to_string(i % per_node);
    if (i < per_node) result.measured_case.device += (i > 0 ? "," : "") + device.id;
    result.ranks.push_back({.rank = static_cast<int>(i),
                            .node = i < per_node ? "node-a" : "node-b",
                            .device = i,
                            .metrics = {results::single_metric("step_time", 40 + slower),
                                        results::single_metric("throughput", 800 - slower)}});
  }
  run.devices = result.devices;
  run.plan = {result.measured_case};
  return run;
}

std::string label_of(const std::vector<LabelledText>& lines, const std::string& label) {
  for (const auto& [name, text] : lines)
    if (name == label) return text;
  return "";
}

TEST(Ranks, SpreadIsThatOfTheMainMetric) {
  const results::Run run = run_of_ranks(4);
  const auto spread = rank_spread(run.results[0]);
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->tag, "step_time");
  EXPECT_EQ(spread->ranks, 4U);
  EXPECT_DOUBLE_EQ(spread->min, 40);
  EXPECT_DOUBLE_EQ(spread->median, 41.5);
  EXPECT_DOUBLE_EQ(spread->max, 43);
  EXPECT_EQ(spread->slowest->rank, 3);
  EXPECT_EQ(ranks_text(run.results[0], Language::english),
            "4: time per step 40.00 ms / 41.50 ms / 43.00 ms (min / median / max), slowest: 3 "
            "(cuda:3)");
}

TEST(Ranks, OfRatesTheLowestIsTheSlowest) {
  results::Run run = run_of_ranks(3);
  for (results::Rank& rank : run.results[0].ranks) rank.metrics.erase(rank.metrics.begin());
  const auto spread = rank_spread(run.results[0]);
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->tag, "throughput");
  EXPECT_DOUBLE_EQ(spread->min, 798);
  EXPECT_EQ(spread->slowest->rank, 2);
}

TEST(Ranks, OneRankOrNoneHasNoSpread) {
  EXPECT_FALSE(rank_spread(sample_run().results[0]));
  results::Run run = run_of_ranks(2);
  run.results[0].ranks.pop_back();
  EXPECT_FALSE(rank_spread(run.results[0]));
  EXPECT_EQ(ranks_text(run.results[0], Language::english), "");
  EXPECT_TRUE(rank_tables(run, Language::english).empty());
}

TEST(Ranks, TextAndMarkdownHaveATableOfThem) {
  const results::Run run = run_of_ranks(2);
  const std::string text = write_text(run, Language::english);
  EXPECT_THAT(text, HasSubstr("device      2 x NVIDIA H100 (cuda:0, cuda:1), 80.00 GiB"));
  EXPECT_THAT(text, HasSubstr("train resnet50 b32 bf16 devices=2"));
  EXPECT_THAT(text, HasSubstr("Ranks: what each measured of it"));
  const std::string markdown = write_markdown(run, Language::chinese);
  EXPECT_THAT(markdown, HasSubstr("| train resnet50 b32 bf16 devices=2 | 2 x NVIDIA H100 | 2 |"));
  EXPECT_THAT(markdown, HasSubstr("| 40.00 ms | 40.50 ms | 41.00 ms | 1 (cuda:1) |"));
}

TEST(Ranks, ConditionsSayDevicesNodesRanksAndServer) {
  results::Run run = run_of_ranks(16, 2);
  run.results[0].target = results::Target{.address = "http://user:pw@host:8000/v1",
                                          .server = "vllm",
                                          .server_version = "0.11.0",
                                          .model = "m"};
  const auto lines = result_conditions(run, run.results[0], Language::english);
  EXPECT_EQ(label_of(lines, "device"), "16 x NVIDIA H100 on 2 nodes");
  EXPECT_THAT(label_of(lines, "ranks"), HasSubstr("slowest: 15 (node-b, cuda:7)"));
  EXPECT_EQ(label_of(lines, "server"), "vllm 0.11.0, http://host:8000/v1, m");
}

TEST(Ranks, ThePageNamesTheDevices) {
  const results::Run run = run_of_ranks(2);
  const std::string page = write_html({.runs = {&run, 1}, .language = Language::english});
  EXPECT_THAT(page, HasSubstr("· 2 x NVIDIA H100</title>"));
  EXPECT_THAT(page, HasSubstr("slowest: 1 (cuda:1)"));
}

TEST(Ranks, CsvHasRowsOfEachBelowThoseOfAll) {
  const results::Run run = run_of_ranks(2);
  const std::vector<std::string> lines = split(write_csv({.runs = {&run, 1}}), '\n');
  ASSERT_EQ(lines.size(), 1U + 4 + 4 + 1);  // heading, of all, two of each rank, the empty rest
  EXPECT_TRUE(lines[0].ends_with(",p99,rank,node\r"));
  EXPECT_THAT(lines[1], HasSubstr(",\"cuda:0,cuda:1\",2 x NVIDIA H100,ok,"));
  EXPECT_TRUE(lines[1].ends_with(",,\r"));
  EXPECT_THAT(lines[7], HasSubstr(",cuda:1,NVIDIA H100,ok,"));
  EXPECT_THAT(lines[7], HasSubstr(",step_time,ms,41,"));
  EXPECT_TRUE(lines[7].ends_with(",1,node-a\r"));
}

TEST(Ranks, AreOfOneProcessAndNotOfSeveralJoined) {
  results::Run run = run_of_ranks(2);
  run.results.push_back(run.results[0]);
  run.results[1].process = 1;
  const JoinedRun joined = join_processes(run);
  ASSERT_EQ(joined.run.results.size(), 1U);
  EXPECT_TRUE(joined.run.results[0].ranks.empty());
  EXPECT_EQ(joined.run.results[0].devices.size(), 2U);
}

}  // namespace
}  // namespace wgf::report
