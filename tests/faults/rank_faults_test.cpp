// SPDX-License-Identifier: MIT
// Ranks of which one dies, stands still or fails: the others end soon, and the cause is named once.

#include <chrono>
#include <random>

#include "base/error.h"
#include "fault_fixture.h"

namespace wgf::runner {
namespace {

using results::Result;
using results::Status;
using Clock = std::chrono::steady_clock;

class RankFault : public FaultTest {
 protected:
  void plan_on_ranks(const std::string& behaviour, std::int64_t ranks, int faulty,
                     const std::string& others = "hang") {
    results::Case value =
        fake_case(behaviour, behaviour + std::to_string(request_.header.plan.size()));
    value.parameters.set("dp", ranks);
    value.parameters.set("on_rank", std::to_string(faulty));
    value.parameters.set("others", others);
    request_.header.plan.push_back(value);
  }

  static std::string first_to_fail(const Result& result) {
    for (const Message& warning : result.warnings)
      if (warning.key == "runner.failed_on_rank") return warning.args.front().second;
    return "";
  }

  // Of one case.
  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
};

TEST_F(RankFault, RanksThatDoNotFailAnswerOnce) {
  plan_on_ranks("ok", 4, 0, "ok");
  const results::Run measured = run();
  ASSERT_EQ(measured.results.size(), 1U);
  EXPECT_EQ(measured.results[0].status, Status::ok);
}

TEST_F(RankFault, DeadRankEndsTheOthers) {
  request_.options.case_timeout = Seconds(50);
  for (const char* death : {"sigkill", "segfault", "exit"}) plan_on_ranks(death, 3, 1);
  const auto begin = Clock::now();
  const results::Run measured = run();
  EXPECT_LT(seconds_since(begin), 10);
  for (const Result& result : measured.results) {
    EXPECT_EQ(result.status, Status::crashed);
    EXPECT_EQ(first_to_fail(result), "1");
  }
}

// The one that lost its connection is heard first.
TEST_F(RankFault, DeathIsTheReasonThoughAnotherRankComplainsFirst) {
  plan_on_ranks("die_late", 2, 1, "failed");
  const Result result = run().results[0];
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_EQ(first_to_fail(result), "1");
}

TEST_F(RankFault, ReasonIsThatOfTheRankThatFailed) {
  plan_on_ranks("out_of_memory", 2, 1);
  plan_on_ranks("failed", 2, 1);
  const results::Run measured = run();
  EXPECT_EQ(statuses(measured), (std::vector{Status::out_of_memory, Status::failed}));
  for (const Result& result : measured.results) EXPECT_EQ(first_to_fail(result), "1");
}

TEST_F(RankFault, RankThatStandsStillIsEnded) {
  request_.options.case_timeout = Seconds(50);
  plan_on_ranks("sigstop", 2, 1);
  const auto begin = Clock::now();
  const results::Run measured = run();
  EXPECT_LT(seconds_since(begin), 30);
  EXPECT_EQ(measured.results[0].status, Status::crashed);
  EXPECT_EQ(reason(measured.results[0]), "runner.rank_stood_still");
  EXPECT_EQ(first_to_fail(measured.results[0]), "1");
}

TEST_F(RankFault, RankThatStandsStillBeforeItGreetsIsEnded) {
  request_.engine = fake_engine("stops");
  plan_on_ranks("ok", 2, 0, "ok");
  const auto begin = Clock::now();
  try {
    run();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "runner.engine_silent");
  }
  EXPECT_LT(seconds_since(begin), 30);
}

TEST_F(RankFault, ResultsSoFarAndThoseAfterStay) {
  plan_on_ranks("ok", 2, 0, "ok");
  plan_on_ranks("sigkill", 2, 0);
  plan_on_ranks("ok", 2, 0, "ok");
  EXPECT_EQ(statuses(run()), (std::vector{Status::ok, Status::crashed, Status::ok}));
}

TEST_F(RankFault, RandomDeathsOfRandomRanks) {
  std::mt19937 random(7);
  const char* const deaths[] = {"sigkill", "abort", "half_line", "close_channel", "garbage"};
  std::vector<std::string> faulty;
  for (int i = 0; i < 20; ++i) {
    const int ranks = 2 + static_cast<int>(random() % 3), rank = static_cast<int>(random()) % ranks;
    faulty.push_back(std::to_string(std::abs(rank)));
    plan_on_ranks(deaths[random() % std::size(deaths)], ranks, std::abs(rank));
  }
  const results::Run measured = run();
  ASSERT_EQ(measured.results.size(), faulty.size());
  for (std::size_t i = 0; i < faulty.size(); ++i)
    EXPECT_NE(measured.results[i].status, Status::ok) << i;
}

TEST_F(RankFault, InterruptReachesAll) {
  plan_on_ranks("interruptible", 2, 0, "interruptible");
  is_interrupted_ = [] { return true; };
  const results::Run measured = run();
  EXPECT_TRUE(measured.partial);
}

}  // namespace
}  // namespace wgf::runner
