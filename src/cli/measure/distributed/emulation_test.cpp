// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/emulation.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "catalog/catalog.h"
#include "results/emulated_case.h"

namespace wgf::cli {
namespace {

results::Result collective(const char* operation, std::int64_t bytes, double milliseconds) {
  results::Result result;
  result.measured_case = {
      .benchmark = "collective",
      .parameters = {
          {"operation", std::string(operation)}, {"bytes", bytes}, {"ranks", std::int64_t{2}}}};
  result.metrics.push_back(results::single_metric("step_time", milliseconds));
  return result;
}

// Of two ranks: 1 ms and 1 GB/s.
results::Run measured_links() {
  results::Run run;
  for (const std::int64_t megabytes : {1, 4, 16})
    run.results.push_back(
        collective("all_reduce", megabytes * 1'000'000, 1 + static_cast<double>(megabytes)));
  return run;
}

class Emulations : public testing::Test {
 protected:
  std::vector<results::Case> cases(TrainOptions typed, const char* place) const {
    const Emulation emulation = parse_emulation(place);
    fill_data_parallel(typed, emulation);
    return emulated_cases(train_cases(typed, {}, "cpu", catalog_.models()), emulation,
                          links_of_results(measured_links(), "comm.json"), "cpu");
  }
  const catalog::Catalog catalog_;
};

TEST_F(Emulations, GiveTheOtherRanksToDataParallelism) {
  const auto all = cases({.models = "gpt2", .tp = "2", .pp = "2"}, "3/16");
  ASSERT_EQ(all.size(), 1U);
  const results::Parameters& parameters = all[0].parameters;
  EXPECT_EQ(parameters.integer("dp"), 4);
  EXPECT_EQ(parameters.integer("emulated_rank"), 3);
  EXPECT_EQ(all[0].ranks(), 1);
  EXPECT_EQ(layout_ranks(all[0]), 16);
  EXPECT_EQ(all[0].device_ids().size(), 1U);
  // A link for each form that is there.
  for (const char* links : {"tensor_links", "data_links", "stage_links"})
    EXPECT_FALSE(parameters.text(links).empty()) << links;
  EXPECT_FALSE(parameters.find("context_links"));
  const auto times = results::parse_link_times(parameters.text("data_links"));
  EXPECT_EQ(times.at("all_reduce").measured->ranks, 2);
  EXPECT_NEAR(times.at("all_reduce").measured->times.at(4e6).value, 5e-3, 1e-9);
  // Of two ranks stages send all of their bytes, as sums do.
  const auto of_stages = results::parse_link_times(parameters.text("stage_links"));
  EXPECT_NEAR(of_stages.at("send_recv").measured->times.at(4e6).value, 5e-3, 1e-9);
}

// What comes from an empty queue is as exchanges of training are.
TEST(LinksOfResults, AreOfSingleCallsWhereTheseAreThere) {
  results::Run run = measured_links();
  run.results[1].metrics.push_back(results::single_metric("latency", 7));
  run.results.push_back(run.results[2]);
  run.results[2].metrics[0].value = 19;
  const auto link = links_of_results(run, "comm.json")("all_reduce", {2, 1});
  const std::map<double, Seconds> expected = {
      {1e6, Seconds(2e-3)}, {4e6, Seconds(7e-3)}, {16e6, Seconds(18e-3)}};
  ASSERT_EQ(link.measured->times.size(), expected.size());
  for (const auto& [bytes, time] : expected)
    EXPECT_NEAR(link.measured->times.at(bytes).value, time.value, 1e-9) << bytes;
}

TEST_F(Emulations, RefuseWhatIsNoRankOfTheLayout) {
  EXPECT_THROW(cases({.models = "gpt2", .tp = "3"}, "3/16"), Error);
  EXPECT_THROW(cases({.models = "gpt2", .ranks = "2", .tp = "2"}, "3/16"), Error);
  EXPECT_THROW(cases({.models = "resnet50"}, "0/2"), Error);
  for (const char* place : {"16/16", "3", "/4", "0/1", "a/4", "-1/4"})
    EXPECT_THROW(parse_emulation(place), Error) << place;
  EXPECT_THROW(links_of_results({}, "x.json"), Error);
  results::Run one_size;
  one_size.results.push_back(collective("all_reduce", 1000, 1));
  EXPECT_THROW(links_of_results(one_size, "x.json"), Error);
}

// Within a node over NVLink, beyond it over the network.
TEST_F(Emulations, LinksOfACardAreThoseOfItsNode) {
  const LinkSource source = links_of_card(*catalog_.gpus().find_id("h100-sxm"));
  const auto in_node = source("all_reduce", {8, 1}), between = source("all_reduce", {8, 8});
  EXPECT_GT(in_node.bytes_per_s, 150e9);
  EXPECT_LT(in_node.bytes_per_s, 500e9);
  EXPECT_LT(between.bytes_per_s, in_node.bytes_per_s / 3);
  EXPECT_GT(between.latency.value, 0);
  EXPECT_GT(source("send_recv", {2, 1}).bytes_per_s, 100e9);
}

}  // namespace
}  // namespace wgf::cli
