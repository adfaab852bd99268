// SPDX-License-Identifier: MIT
// Whatever an engine does to itself: the right status and reason, the results before it kept, the
// cases after it measured.

#include <gmock/gmock.h>

#include <chrono>

#include "base/error.h"
#include "fault_fixture.h"
#include "messages/message_table.h"

namespace wgf::runner {
namespace {

using results::Result;
using results::Status;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

class EngineFault : public FaultTest {
 protected:
  // ok, the fault, ok: returns the middle result.
  Result between_good_ones(const std::string& behaviour) {
    plan({"ok", behaviour, "ok"});
    const results::Run measured = run();
    EXPECT_EQ(measured.results.size(), 3U);
    EXPECT_EQ(measured.results.front().status, Status::ok);
    EXPECT_EQ(measured.results.back().status, Status::ok);
    EXPECT_FALSE(measured.partial);
    first_process_ = measured.results.front().process;
    last_process_ = measured.results.back().process;
    return measured.results.at(1);
  }

  void expect_restart() const {
    EXPECT_EQ(last_process_, first_process_ + 1);
    EXPECT_THAT(observer_.notices, ElementsAre("runner.engine_restart"));
  }

  int first_process_ = 0, last_process_ = 0;
};

TEST_F(EngineFault, AbortIsACrashWithTheLastWords) {
  const Result result = between_good_ones("abort");
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_EQ(reason(result), "runner.engine_signal");
  EXPECT_EQ(argument(result, "signal"), "SIGABRT");
  EXPECT_THAT(argument(result, "last_words"), HasSubstr("assertion 42 failed"));
  expect_restart();
}

TEST_F(EngineFault, TheLastWordsAreTheReasonNotTheBacktrace) {
  EXPECT_THAT(argument(between_good_ones("abort_with_backtrace"), "last_words"),
              EndsWith("what():  index out of bounds: 0 <= tmp7 < 2L"));
}

TEST_F(EngineFault, SegmentationFaultIsACrash) {
  const Result result = between_good_ones("segfault");
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_EQ(argument(result, "signal"), "SIGSEGV");
  expect_restart();
}

TEST_F(EngineFault, SigkillInMidCaseNamesMemoryAsASuspect) {
  const Result result = between_good_ones("sigkill");
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_EQ(reason(result), "runner.engine_killed");
  EXPECT_THAT(argument(result, "peak"), HasSubstr("MiB"));
  EXPECT_THAT(argument(result, "available"), HasSubstr("iB"));
  expect_restart();
}

TEST_F(EngineFault, SigstopEndsInATimeoutThatSaysSo) {
  request_.options.case_timeout = Seconds(0.3);
  const Result result = between_good_ones("sigstop");
  EXPECT_EQ(result.status, Status::timeout);
  EXPECT_EQ(reason(result), "runner.case_timeout_stopped");
  expect_restart();
}

TEST_F(EngineFault, HangEndsInATimeout) {
  request_.options.case_timeout = Seconds(0.3);
  const Result result = between_good_ones("hang");
  EXPECT_EQ(result.status, Status::timeout);
  EXPECT_EQ(reason(result), "runner.case_timeout");
  EXPECT_EQ(argument(result, "seconds"), "0.3");
  expect_restart();
}

TEST_F(EngineFault, GarbageOnTheChannelFailsTheCase) {
  const Result result = between_good_ones("garbage");
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(reason(result), "runner.engine_garbage");
  EXPECT_EQ(argument(result, "line"), "Segmentation fault (core dumped). .");
  expect_restart();
}

TEST_F(EngineFault, EndlessLineFailsTheCase) {
  const Result result = between_good_ones("oversized");
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(reason(result), "runner.engine_garbage");
  EXPECT_LT(argument(result, "line").size(), 100U);
  expect_restart();
}

TEST_F(EngineFault, EarlyExitIsACrashWithItsCode) {
  EXPECT_EQ(argument(between_good_ones("exit"), "code"), "0");
  expect_restart();
}

TEST_F(EngineFault, SilentEndsAreWholeSentences) {
  // In a process of its own: what it printed for the case before would be its last words.
  request_.options.isolate = true;
  EXPECT_EQ(messages::render(*between_good_ones("exit").reason, messages::Language::english),
            "the engine ended by itself with code 0 before the result, without a word");
  request_.header.plan.clear();
  EXPECT_EQ(messages::render(*between_good_ones("segfault").reason, messages::Language::english),
            "the engine crashed (SIGSEGV) without a word");
}

TEST_F(EngineFault, HalfAMessageIsACrash) {
  const Result result = between_good_ones("half_line");
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_EQ(argument(result, "code"), "3");
}

TEST_F(EngineFault, ClosedChannelIsACrash) {
  EXPECT_EQ(between_good_ones("close_channel").status, Status::crashed);
}

TEST_F(EngineFault, AnswerToAnotherCaseIsNotBelieved) {
  const Result result = between_good_ones("other_case");
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(reason(result), "runner.engine_wrong_case");
  EXPECT_THAT(result.metrics, testing::IsEmpty());
}

TEST_F(EngineFault, GreetingInMidCaseIsGarbage) {
  EXPECT_EQ(reason(between_good_ones("second_greeting")), "runner.engine_garbage");
}

TEST_F(EngineFault, OutOfMemoryGoesOnInTheSameProcess) {
  const Result result = between_good_ones("out_of_memory");
  EXPECT_EQ(result.status, Status::out_of_memory);
  EXPECT_EQ(last_process_, first_process_);
}

TEST_F(EngineFault, ErrorOnAGpuStartsAFreshProcess) {
  plan({"failed", "ok"});
  for (results::Case& value : request_.header.plan) value.device = "cuda:0";
  const results::Run measured = run();
  EXPECT_THAT(statuses(measured), ElementsAre(Status::failed, Status::ok));
  EXPECT_EQ(measured.results[1].process, 1);
}

TEST_F(EngineFault, ErrorOnTheCpuDoesNot) {
  plan({"failed", "ok"});
  EXPECT_EQ(run().results[1].process, 0);
}

TEST_F(EngineFault, WhatTheEnginePrintsStaysOffOurStdout) {
  plan({"ok"});
  testing::internal::CaptureStdout();
  run();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

// Greetings.

std::string greeting_error(const std::string& manner, Seconds timeout = Seconds(5)) {
  try {
    EngineProcess(fake_engine(manner)).greet(timeout);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
    for (const auto& [name, value] : error.message().args)
      if (name == "last_words") return error.message().key + ": " + value;
    return error.message().key;
  }
  return "";
}

TEST(EngineGreeting, GoodAndSlowOnesAreTaken) {
  EXPECT_EQ(greeting_error(""), "");
  EXPECT_EQ(greeting_error("slow"), "");
}

TEST(EngineGreeting, FaultsAreToldApart) {
  EXPECT_EQ(greeting_error("silent", Seconds(0.2)), "runner.engine_silent");
  EXPECT_EQ(greeting_error("other_protocol"), "runner.engine_other_protocol");
  EXPECT_EQ(greeting_error("garbage"), "runner.engine_other_protocol");
  EXPECT_EQ(greeting_error("dies"),
            "runner.engine_cannot_start: libtorch_cuda.so: cannot open shared object file");
  EXPECT_EQ(greeting_error("dies_silently"), "runner.engine_cannot_start_silent");
}

TEST_F(EngineFault, RunWithoutAnyEngineEndsWithTheError) {
  plan({"ok"});
  request_.engine = fake_engine("dies");
  EXPECT_THROW(run(), Error);
  request_.engine.program = "/nowhere/engine";
  EXPECT_THROW(run(), Error);
}

TEST_F(EngineFault, RoundsBeyondAnySenseAreRefusedBeforeTheFirst) {
  plan({"ok"});
  request_.options.repeat = 99'999'999'999;
  try {
    run();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    EXPECT_EQ(error.message().key, "runner.value_too_large");
  }
}

TEST_F(EngineFault, EngineThatStopsStartingEndsTheRunWithWhatIsThere) {
  plan({"ok", "abort", "ok", "ok", "ok"});
  // The first engine is good and handed over; those started later are not.
  EngineProcess first(fake_engine());
  first.greet();
  request_.engine = fake_engine("dies");
  const results::Run measured = run_plan(
      request_, machine_, observer_, [] { return false; }, std::move(first));
  EXPECT_THAT(statuses(measured),
              ElementsAre(Status::ok, Status::crashed, Status::failed, Status::failed));
  EXPECT_TRUE(measured.partial);
}

TEST(EngineSearch, MissingEngineSaysHowToGetIt) {
  try {
    find_engine("/nowhere/torch-gpu-benchmark");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "runner.no_engine");
    EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
  }
}

TEST(EngineSearch, TheVariableWinsAndMustNameAProgram) {
  ::setenv("WGF_ENGINE_PATH", WGF_FAKE_ENGINE, 1);
  EXPECT_EQ(find_engine("/nowhere/torch-gpu-benchmark"), WGF_FAKE_ENGINE);
  ::setenv("WGF_ENGINE_PATH", "/etc/passwd", 1);
  EXPECT_THROW(find_engine("/nowhere/torch-gpu-benchmark"), Error);
  ::unsetenv("WGF_ENGINE_PATH");
}

}  // namespace
}  // namespace wgf::runner
