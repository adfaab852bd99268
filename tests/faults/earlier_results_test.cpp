// SPDX-License-Identifier: MIT
// What of an earlier run still counts: results of another device, build, seed or stopping rule do
// not, and are never lost.

#include "runner/earlier_results.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "fault_fixture.h"
#include "results/json.h"

namespace wgf::runner {
namespace {

using results::Environment;
using results::Result;
using results::Status;
using testing::ElementsAre;
using testing::IsEmpty;

Environment software(const std::string& libtorch, const std::string& driver = "580.1",
                     const std::string& commit = "abc") {
  return {.sections = {{"software", {{"libtorch", libtorch}, {"driver", driver}}},
                       {"product", {{"version", std::string("0.3.0")}, {"commit", commit}}}}};
}

class EarlierResultsTest : public FaultTest {
 protected:
  EarlierResultsTest() {
    machine_.state_.device = {.name = "Fake Device", .uuid = "GPU-1"};
    plan({"ok", "ok"});
    request_.header.environment = software("2.13.0");
    earlier_ = run();
    now_ = request_.header;
    observer_ = {};
  }

  EarlierResults sorted() { return sort_earlier_results(earlier_, now_, machine_); }

  void expect_all_left_out(const std::string& difference) {
    const EarlierResults result = sorted();
    EXPECT_THAT(result.known, IsEmpty());
    EXPECT_EQ(result.left_out, 2U);
    EXPECT_THAT(result.differences, ElementsAre(difference));
  }

  results::Run earlier_, now_;
};

TEST_F(EarlierResultsTest, SameMachineSoftwareSeedAndRuleCounts) {
  const EarlierResults result = sorted();
  EXPECT_EQ(result.known.size(), 2U);
  EXPECT_EQ(result.left_out, 0U);
  EXPECT_THAT(result.differences, IsEmpty());
}

TEST_F(EarlierResultsTest, AnotherCardOfTheSameKindDoesNot) {
  machine_.state_.device.uuid = "GPU-2";
  expect_all_left_out("device Fake Device (GPU-1) -> Fake Device (GPU-2)");
}

TEST_F(EarlierResultsTest, AnotherProcessorDoesNot) {
  for (Result& result : earlier_.results) result.devices[0].uuid = "";
  machine_.state_.device = {.name = "Other Processor"};
  expect_all_left_out("device Fake Device -> Other Processor");
}

TEST_F(EarlierResultsTest, AnotherLibTorchOrBuildDoesNot) {
  now_.environment = software("2.11.0");
  expect_all_left_out("libtorch 2.13.0 -> 2.11.0");
  now_.environment = software("2.13.0", "580.1", "def");
  expect_all_left_out("commit abc -> def");
}

TEST_F(EarlierResultsTest, TheDriverMattersToGpusOnly) {
  now_.environment = software("2.13.0", "590.2");
  EXPECT_EQ(sorted().left_out, 0U);
  for (results::Case& value : now_.plan) value.device = "cuda:0";
  for (Result& result : earlier_.results) result.measured_case.device = "cuda:0";
  expect_all_left_out("driver 580.1 -> 590.2");
}

TEST_F(EarlierResultsTest, WhatIsNotKnownIsNoDifference) {
  now_.environment = {};
  machine_.state_.device = {};
  EXPECT_EQ(sorted().known.size(), 2U);
}

TEST_F(EarlierResultsTest, AnotherSeedOrStoppingRuleLeavesOutThatCaseOnly) {
  now_.plan[0].seed = 7;
  now_.plan[1].stopping.iterations = 5;
  EarlierResults result = sorted();
  EXPECT_THAT(result.known, IsEmpty());
  EXPECT_THAT(result.differences, ElementsAre("seed 1 -> 7", "iterations auto -> 5"));
  now_.plan[1].stopping.iterations.reset();
  result = sorted();
  EXPECT_EQ(result.left_out, 1U);
  ASSERT_EQ(result.known.size(), 1U);
  EXPECT_EQ(result.known[0].measured_case, now_.plan[1]);
}

TEST_F(EarlierResultsTest, OfSeveralDevicesEachIsCompared) {
  const results::Device card{.id = "cuda:0", .name = "Fake Device", .uuid = "GPU-1"};
  for (Result& result : earlier_.results) {
    result.measured_case.device = "cuda:0,cuda:1";
    result.devices = {card, card};
  }
  EXPECT_EQ(sorted().known.size(), 2U);
  for (Result& result : earlier_.results) result.devices[1].uuid = "GPU-2";
  expect_all_left_out("device Fake Device (GPU-2) -> Fake Device (GPU-1)");
}

TEST_F(EarlierResultsTest, UnplannedResultsOfTheSameSoftwareStay) {
  now_.plan = {fake_case("slow")};
  EXPECT_EQ(sorted().known.size(), 2U);
  now_.environment = software("2.11.0");
  EXPECT_EQ(sorted().left_out, 2U);
}

TEST_F(EarlierResultsTest, OptionsGivenNowChangeTheEarlierPlan) {
  RunOptions options;
  apply_to_plan(options, now_.plan);
  EXPECT_EQ(now_.plan, earlier_.plan);
  options.seed = 7;
  options.stopping.iterations = 5;
  options.stopping.max_time = Seconds(3);
  apply_to_plan(options, now_.plan);
  for (const results::Case& value : now_.plan) {
    EXPECT_EQ(value.seed, 7U);
    EXPECT_EQ(value.stopping.iterations, 5);
    EXPECT_EQ(value.stopping.max_time, Seconds(3));
    EXPECT_EQ(value.stopping.min_samples, 20);
  }
}

TEST_F(EarlierResultsTest, DefaultsGivenNowChangeTheEarlierPlanToo) {
  for (results::Case& value : now_.plan) {
    value.seed = 7;
    value.stopping.max_time = Seconds(3);
  }
  RunOptions options;
  options.given = {"seed", "max_time"};
  apply_to_plan(options, now_.plan);
  EXPECT_EQ(now_.plan, earlier_.plan);
}

TEST_F(EarlierResultsTest, RunnerItselfTakesNoResultOfAnotherSeed) {
  request_.known = earlier_.results;
  request_.header.plan[0].seed = 7;
  const results::Run whole = run();
  EXPECT_EQ(observer_.started.size(), 1U);
  // The other is not of this plan and stays.
  EXPECT_EQ(whole.results.size(), 3U);
}

// Interrupted again, a run that left results out goes on with what counts and with nothing else.
TEST_F(EarlierResultsTest, JournalIsBegunAnewWithWhatCounts) {
  request_.output = folder_ / "results.json";
  std::ofstream(request_.output) << results::to_json(earlier_);
  results::Run other = earlier_;
  other.results[0].metrics.clear();
  Journal::start(request_.output, other).append(other.results[0]);

  request_.known = {earlier_.results[1]};
  request_.leaves_out_earlier = true;
  request_.header.environment = software("2.11.0");
  is_interrupted_ = [] { return true; };
  run();
  const results::Run left = load_for_resume(request_.output);
  EXPECT_EQ(left.results, std::vector<Result>{earlier_.results[1]});
  EXPECT_EQ(left.environment, software("2.11.0"));
}

}  // namespace
}  // namespace wgf::runner
