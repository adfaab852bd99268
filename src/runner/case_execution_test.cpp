// SPDX-License-Identifier: MIT
// A case executed on an engine that plays a script: execute_case() sees nothing but engine.h, so
// what holds here holds of a process and of a group of them.
#include "runner/case_execution.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <deque>
#include <thread>
#include <vector>

namespace wgf::runner {
namespace {

using results::Case;
using results::Progress;
using results::Result;
using results::Status;

// Two ranks that answer as one, as a script says. After its last event nothing happens any more.
class ScriptedEngine final : public Engine {
 public:
  explicit ScriptedEngine(std::deque<EngineEvent> events) : events_(std::move(events)) {}

  void send(const Case& value) override { sent.push_back(value); }
  EngineEvent next(Deadline deadline) override {
    if (events_.empty()) {
      std::this_thread::sleep_until(deadline);
      return TimedOut{};
    }
    EngineEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
  }
  void interrupt() override {
    ++interrupts;
    if (answer_to_interrupt) events_.emplace_back(*answer_to_interrupt);
  }
  EngineEnd kill() override {
    ++kills;
    return {.signal = SIGKILL, .was_stopped = is_stopped};
  }

  std::vector<Case> sent;
  std::optional<Result> answer_to_interrupt;
  int interrupts = 0, kills = 0;
  bool is_stopped = false;

 private:
  std::deque<EngineEvent> events_;
};

Case sample_case() {
  return {.benchmark = "train",
          .parameters = {{"model", std::string("resnet50")}},
          .device = "cuda:0,cuda:1"};
}

Result answer_of_both() {
  Result result;
  result.measured_case = sample_case();
  result.devices = {{.id = "cuda:0"}, {.id = "cuda:1"}};
  result.ranks = {
      {.rank = 0, .node = "a", .device = 0, .metrics = {{.tag = "step_time", .value = 10}}},
      {.rank = 1, .node = "a", .device = 1, .metrics = {{.tag = "step_time", .value = 11}}}};
  return result;
}

struct Executed {
  CaseOutcome outcome;
  std::vector<std::string> phases;
};

Executed execute(
    ScriptedEngine& engine, const CaseLimits& limits = {},
    const std::function<bool()>& is_interrupted = [] { return false; }) {
  Executed executed;
  executed.outcome =
      execute_case(engine, sample_case(), limits, is_interrupted,
                   [&](const Progress& progress) { executed.phases.push_back(progress.phase); });
  return executed;
}

std::string reason_of(const Executed& executed) {
  return executed.outcome.result.reason ? executed.outcome.result.reason->key : "";
}

TEST(CaseExecution, WhatTheEngineAnswersIsTheResult) {
  ScriptedEngine engine({Progress{"warmup", 1, 3}, Progress{"measure", 2, 3}, answer_of_both()});
  const Executed executed = execute(engine);
  EXPECT_EQ(executed.outcome.result, answer_of_both());
  EXPECT_TRUE(executed.outcome.is_engine_usable);
  EXPECT_EQ(executed.phases, (std::vector<std::string>{"warmup", "measure"}));
  EXPECT_EQ(engine.sent, std::vector<Case>{sample_case()});
  EXPECT_EQ(engine.kills, 0);
}

TEST(CaseExecution, AnAnswerToAnotherCaseIsNotTrusted) {
  Result other = answer_of_both();
  other.measured_case.device = "cuda:0";  // the same work on one device is other work
  ScriptedEngine engine({other});
  const Executed executed = execute(engine);
  EXPECT_EQ(executed.outcome.result.status, Status::failed);
  EXPECT_EQ(reason_of(executed), "runner.engine_wrong_case");
  EXPECT_FALSE(executed.outcome.is_engine_usable);
  EXPECT_EQ(engine.kills, 1);
}

TEST(CaseExecution, AnEngineThatEndsHasCrashed) {
  ScriptedEngine engine({EngineEnd{.signal = SIGSEGV, .last_words = "oh"}});
  const Executed executed = execute(engine);
  EXPECT_EQ(executed.outcome.result.status, Status::crashed);
  EXPECT_EQ(reason_of(executed), "runner.engine_signal");
  EXPECT_FALSE(executed.outcome.is_engine_usable);
}

TEST(CaseExecution, GarbageEndsTheEngine) {
  ScriptedEngine engine({Garbage{"Segmentation fault"}});
  const Executed executed = execute(engine);
  EXPECT_EQ(executed.outcome.result.status, Status::failed);
  EXPECT_EQ(reason_of(executed), "runner.engine_garbage");
  EXPECT_EQ(engine.kills, 1);
}

TEST(CaseExecution, SilenceIsATimeoutAndStoppedProcessesAreSaidToBe) {
  for (const bool is_stopped : {false, true}) {
    ScriptedEngine engine({});
    engine.is_stopped = is_stopped;
    const Executed executed = execute(engine, {.timeout = Seconds(0.05)});
    EXPECT_EQ(executed.outcome.result.status, Status::timeout);
    EXPECT_EQ(reason_of(executed),
              is_stopped ? "runner.case_timeout_stopped" : "runner.case_timeout");
    EXPECT_EQ(engine.kills, 1);
  }
}

TEST(CaseExecution, WhatTheTimeBudgetEndsIsSkipped) {
  ScriptedEngine engine({});
  const Executed executed = execute(engine, {.timeout = Seconds(0.05), .is_budget = true});
  EXPECT_EQ(executed.outcome.result.status, Status::skipped);
  EXPECT_EQ(reason_of(executed), "runner.budget_ended_case");
}

TEST(CaseExecution, AnInterruptedEngineMayAnswerEarlyElseItIsKilled) {
  for (const bool answers : {true, false}) {
    ScriptedEngine engine({});
    if (answers) engine.answer_to_interrupt = answer_of_both();
    const Executed executed =
        execute(engine, {.interrupt_grace = Seconds(0.05)}, [] { return true; });
    EXPECT_TRUE(executed.outcome.is_interrupted);
    EXPECT_EQ(executed.outcome.result.status, answers ? Status::ok : Status::interrupted);
    EXPECT_EQ(engine.interrupts, 1);
    EXPECT_EQ(engine.kills, answers ? 0 : 1);
  }
}

}  // namespace
}  // namespace wgf::runner
