// SPDX-License-Identifier: MIT
// What happens to a whole run: Ctrl-C, time budget, resume, repeat, isolation, disk, limits.

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "fault_fixture.h"
#include "results/json.h"

namespace wgf::runner {
namespace {

using results::Result;
using results::Status;
using testing::ElementsAre;

class RunFault : public FaultTest {
 protected:
  // Ctrl-C once so many cases are through and the next has begun.
  void interrupt_after(std::size_t cases) {
    is_interrupted_ = [this, cases] { return observer_.started.size() > cases; };
  }
};

TEST_F(RunFault, CtrlCKeepsWhatIsMeasuredAndMarksTheRunPartial) {
  plan({"ok", "ok", "hang", "ok"});
  interrupt_after(2);
  const results::Run measured = run();
  EXPECT_THAT(statuses(measured), ElementsAre(Status::ok, Status::ok, Status::interrupted));
  EXPECT_EQ(reason(measured.results[2]), "runner.interrupted");
  EXPECT_TRUE(measured.partial);
}

TEST_F(RunFault, CtrlCKillsAnEngineThatIgnoresItAfterTheGrace) {
  plan({"ok", "deaf"});
  interrupt_after(1);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(statuses(run()), ElementsAre(Status::ok, Status::interrupted));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST_F(RunFault, CtrlCTakesTheEarlyResultOfAnEngineThatGivesOne) {
  plan({"interruptible", "ok"});
  is_interrupted_ = [this] { return observer_.steps > 0; };
  const results::Run measured = run();
  ASSERT_EQ(measured.results.size(), 1U);
  EXPECT_EQ(measured.results[0].status, Status::interrupted);
  EXPECT_NE(measured.results[0].find("step_time"), nullptr);
}

TEST_F(RunFault, JournalOutlivesTheRunAndResumeMeasuresOnlyWhatIsMissing) {
  plan({"ok", "ok", "hang", "ok"});
  request_.output = folder_ / "results.json";
  interrupt_after(2);
  run();

  const results::Run earlier = load_for_resume(request_.output);
  EXPECT_THAT(statuses(earlier), ElementsAre(Status::ok, Status::ok, Status::interrupted));
  EXPECT_EQ(earlier.plan.size(), 4U);
  request_.header.plan[2] = fake_case("ok", "replaced");
  request_.known = earlier.results;
  observer_ = {};
  is_interrupted_ = [] { return false; };
  const results::Run whole = run();
  EXPECT_THAT(observer_.started,
              ElementsAre("infer model=replaced behaviour=ok", "infer model=ok_3 behaviour=ok"));
  // The interrupted case is not of this plan any more, and still not lost.
  EXPECT_THAT(statuses(whole),
              ElementsAre(Status::interrupted, Status::ok, Status::ok, Status::ok, Status::ok));
  EXPECT_FALSE(whole.partial);
  EXPECT_EQ(load_for_resume(request_.output).results.size(), 5U);
}

TEST_F(RunFault, ResumeMeasuresFailedCasesAgain) {
  request_.output = folder_ / "results.json";
  results::Case value = fake_case("fail_once");
  value.parameters.set("marker", (folder_ / "marker").string());
  request_.header.plan = {fake_case("ok"), value};
  EXPECT_THAT(statuses(run()), ElementsAre(Status::ok, Status::crashed));
  request_.known = load_for_resume(request_.output).results;
  EXPECT_THAT(statuses(run()), ElementsAre(Status::ok, Status::ok));
  EXPECT_THAT(statuses(load_for_resume(request_.output)), ElementsAre(Status::ok, Status::ok));
}

TEST_F(RunFault, JournalWithATruncatedLastLineIsRead) {
  plan({"ok", "ok"});
  request_.output = folder_ / "results.json";
  run();
  const std::filesystem::path journal = journal_path(request_.output);
  const std::string text = read_file(journal);
  std::ofstream(journal, std::ios::trunc) << text.substr(0, text.size() - 20);
  request_.known = load_for_resume(request_.output).results;
  EXPECT_EQ(request_.known.size(), 1U);
  EXPECT_THAT(statuses(run()), ElementsAre(Status::ok, Status::ok));
  EXPECT_EQ(load_for_resume(request_.output).results.size(), 2U);
}

TEST_F(RunFault, ResumeReadsTheResultsFileToo) {
  plan({"ok", "ok"});
  results::Run measured = run();
  measured.results.pop_back();
  request_.output = folder_ / "results.json";
  std::ofstream(request_.output) << results::to_json(measured);
  request_.known = load_for_resume(request_.output).results;
  observer_ = {};
  EXPECT_THAT(statuses(run()), ElementsAre(Status::ok, Status::ok));
  EXPECT_THAT(observer_.started, ElementsAre("infer model=ok_1 behaviour=ok"));
  remove_journal(request_.output);
  EXPECT_FALSE(std::filesystem::exists(journal_path(request_.output)));
}

TEST_F(RunFault, ResumeOfNothingIsWrongUsage) {
  try {
    load_for_resume(folder_ / "missing.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "runner.nothing_to_resume");
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
  }
}

TEST_F(RunFault, FreshRunsKeepTheJournalsOfAllEarlierOnesAndSaySo) {
  plan({"ok"});
  request_.output = folder_ / "results.json";
  run();
  EXPECT_THAT(observer_.notices, testing::IsEmpty());
  run();
  run();
  EXPECT_THAT(observer_.notices, ElementsAre("runner.journal_kept", "runner.journal_kept"));
  for (const char* kept : {"results.earlier.json", "results.earlier-2.json"})
    EXPECT_THAT(statuses(load_for_resume(folder_ / kept)), ElementsAre(Status::ok)) << kept;
}

TEST_F(RunFault, JournalWithoutAnAnswerTakesNoPlace) {
  plan({"ok"});
  request_.output = folder_ / "results.json";
  is_interrupted_ = [] { return true; };
  run();
  run();
  EXPECT_THAT(observer_.notices, testing::IsEmpty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(RunFault, JournalThatCannotBeBegunIsReportedBeforeMeasuring) {
  plan({"ok"});
  request_.output = folder_ / "missing" / "results.json";
  try {
    run();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "files.cannot_write");
    EXPECT_THAT(observer_.started, testing::IsEmpty());
  }
}

// Lets no file of this process grow, as a full disk would, for as long as it lives.
class FullDisk {
 public:
  FullDisk() {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, SIG_DFL);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

TEST_F(RunFault, DiskThatFillsUpUnderTheJournalDoesNotEndTheRun) {
  plan({"ok", "ok"});
  request_.output = folder_ / "results.json";
  std::optional<FullDisk> full;
  is_interrupted_ = [&] {
    if (!full && !observer_.started.empty()) full.emplace();
    return false;
  };
  const results::Run measured = run();
  full.reset();
  EXPECT_THAT(statuses(measured), ElementsAre(Status::ok, Status::ok));
  EXPECT_THAT(observer_.notices, ElementsAre("files.cannot_write", "runner.no_journal"));
}

TEST_F(RunFault, TimeBudgetSkipsWhatDoesNotFit) {
  plan({"slow", "slow", "slow", "slow", "slow", "slow"});
  request_.options.time_budget = Seconds(1.5);
  const results::Run measured = run();
  ASSERT_EQ(measured.results.size(), 6U);
  EXPECT_EQ(measured.results.front().status, Status::ok);
  request_.options.time_budget = Seconds(0.1);
  const results::Run none = run();
  EXPECT_THAT(statuses(none), testing::Each(Status::skipped));
  EXPECT_EQ(reason(none.results[5]), "runner.budget_spent");
}

TEST_F(RunFault, CaseThatOutlivesTheTimeBudgetIsSkippedLikeThoseAfterIt) {
  plan({"hang", "ok"});
  request_.options.time_budget = Seconds(1.2);
  const results::Run measured = run();
  EXPECT_THAT(statuses(measured), ElementsAre(Status::skipped, Status::skipped));
  EXPECT_EQ(reason(measured.results[0]), "runner.budget_ended_case");
  EXPECT_EQ(reason(measured.results[1]), "runner.budget_gone");
  EXPECT_EQ(argument(measured.results[1], "budget"), "1.2 s");
  EXPECT_THAT(observer_.notices, testing::IsEmpty());
}

TEST_F(RunFault, RepeatUsesAFreshProcessForEachRound) {
  plan({"ok", "ok"});
  request_.options.repeat = 3;
  std::vector<int> processes;
  for (const Result& result : run().results) processes.push_back(result.process);
  EXPECT_THAT(processes, ElementsAre(0, 0, 1, 1, 2, 2));
  EXPECT_EQ(observer_.finished.back().done, 6U);
  EXPECT_EQ(observer_.finished.back().total, 6U);
}

TEST_F(RunFault, IsolateUsesAFreshProcessForEachCase) {
  plan({"ok", "ok", "ok"});
  request_.options.isolate = true;
  std::vector<int> processes;
  for (const Result& result : run().results) processes.push_back(result.process);
  EXPECT_THAT(processes, ElementsAre(0, 1, 2));
}

TEST_F(RunFault, ProgressCountsAndEstimatesWhatRemains) {
  plan({"slow", "slow", "ok"});
  run();
  EXPECT_EQ(observer_.steps, 1);
  ASSERT_EQ(observer_.finished.size(), 3U);
  EXPECT_EQ(observer_.finished[0].done, 1U);
  ASSERT_TRUE(observer_.finished[0].remaining);
  EXPECT_NEAR(observer_.finished[0].remaining->value, 0.4, 0.3);
  EXPECT_EQ(observer_.finished[2].remaining, Seconds(0));
}

TEST_F(RunFault, ForeignProcessesAreAWarning) {
  plan({"ok"});
  machine_.foreign_ = {{.pid = 4711, .name = "python"}};
  const results::Run measured = run();
  ASSERT_EQ(measured.results[0].warnings.size(), 1U);
  EXPECT_EQ(measured.results[0].warnings[0].key, "warning.foreign_processes");
  EXPECT_EQ(measured.results[0].warnings[0].args[1].second, "python (4711)");
}

TEST_F(RunFault, DeviceFactsAreFilledIn) {
  plan({"ok"});
  const Result result = run().results[0];
  EXPECT_EQ(result.devices[0].id, "cpu");
  EXPECT_EQ(result.devices[0].name, "Fake Device");
  EXPECT_EQ(result.devices[0].catalog_id, "fake");
}

TEST_F(RunFault, OfSeveralDevicesEachIsFilledIn) {
  plan({"ok"});
  request_.header.plan[0].device = "cuda:0,cuda:1";
  machine_.foreign_ = {{.pid = 4711, .name = "python"}};
  const Result result = run().results[0];
  ASSERT_EQ(result.devices.size(), 2U);
  EXPECT_EQ(results::device_ids(result.devices), "cuda:0,cuda:1");
  EXPECT_EQ(results::device_names(result.devices), "2 x Fake Device");
  // The process that uses both is one.
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].args[1].second, "python (4711)");
}

TEST_F(RunFault, AProcessThatComesDuringACaseIsNamed) {
  plan({"ok"});
  machine_.foreign_ = {{.pid = 1, .name = "first"}};
  machine_.coming_ = {{.pid = 2, .name = "second"}};
  const Result result = run().results[0];
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].args[1].second, "first (1), second (2)");
}

}  // namespace
}  // namespace wgf::runner
