// SPDX-License-Identifier: MIT
#include "runner/case_execution.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

#include "base/subprocess.h"
#include "base/text.h"
#include "base/time_limit.h"
#include "hardware/machine.h"

namespace wgf::runner {
namespace {

using results::Case;
using results::Progress;
using results::Result;
using results::Status;

// How soon Ctrl-C is noticed.
constexpr Seconds watch_slice{0.1};

Result ended(const Case& value, Status status, Message reason) {
  return {.measured_case = value, .status = status, .reason = std::move(reason)};
}

// A SIGKILL nobody sent is usually the kernel's.
std::string available_memory() {
  const auto available = hardware::inspect_memory().available;
  return available ? format_bytes(*available) : "?";
}

Message reason_of_end(const EngineEnd& end) {
  if (end.was_stopped) return {"runner.rank_stood_still", {}};
  if (end.signal == SIGKILL)
    return {"runner.engine_killed",
            {{"peak", format_bytes(end.peak_memory)}, {"available", available_memory()}}};
  const bool is_silent = end.last_words.empty();
  Message reason = end.signal
                       ? Message{is_silent ? "runner.engine_signal_silent" : "runner.engine_signal",
                                 {{"signal", signal_name(*end.signal)}}}
                       : Message{is_silent ? "runner.engine_exited_silent" : "runner.engine_exited",
                                 {{"code", std::to_string(end.exit_code.value_or(0))}}};
  if (!is_silent) reason.args.emplace_back("last_words", end.last_words);
  return reason;
}

class Execution {
 public:
  Execution(Engine& engine, const Case& value, const CaseLimits& limits)
      : engine_(engine), case_(value), limits_(limits), limit_(limits.timeout) {}

  CaseOutcome run(const std::function<bool()>& is_interrupted,
                  const std::function<void(const Progress&)>& on_progress) {
    CaseOutcome outcome = wait(is_interrupted, on_progress);
    outcome.stopped = limit_.stopped();
    return outcome;
  }

 private:
  CaseOutcome wait(const std::function<bool()>& is_interrupted,
                   const std::function<void(const Progress&)>& on_progress) {
    engine_.send(case_);
    while (true) {
      if (!is_interrupted_ && is_interrupted()) begin_interrupt();
      EngineEvent event = engine_.next(std::min(limit_.end(), deadline_in(watch_slice)));
      // An engine that ended was waited for; any other event comes within a slice.
      const bool is_over = !std::holds_alternative<EngineEnd>(event) && limit_.is_over();
      if (const auto* progress = std::get_if<Progress>(&event)) {
        if (!is_interrupted_) on_progress(*progress);
      } else if (auto* result = std::get_if<Result>(&event)) {
        return take(std::move(*result));
      } else if (const auto* end = std::get_if<EngineEnd>(&event)) {
        CaseOutcome outcome = fail(Status::crashed, reason_of_end(*end));
        if (end->rank)
          outcome.result.warnings.push_back(
              {"runner.failed_on_rank", {{"rank", std::to_string(*end->rank)}}});
        return outcome;
      } else if (!std::holds_alternative<TimedOut>(event)) {
        return garbage(event);
      }
      if (is_over) return time_out();
    }
  }

  // An engine may end its case early and report it; one that does not is killed after the grace.
  void begin_interrupt() {
    is_interrupted_ = true;
    engine_.interrupt();
    limit_.shorten(limits_.interrupt_grace);
  }

  CaseOutcome take(Result result) {
    // Answers out of step would put numbers on the wrong case.
    if (!case_.is_answered_by(result.measured_case)) {
      engine_.kill();
      return fail(Status::failed,
                  {"runner.engine_wrong_case", {{"found", result.measured_case.key()}}});
    }
    return {std::move(result), true, is_interrupted_};
  }

  CaseOutcome garbage(const EngineEvent& event) {
    const auto* line = std::get_if<Garbage>(&event);
    engine_.kill();
    return fail(Status::failed, {"runner.engine_garbage", {{"line", line ? line->line : "hello"}}});
  }

  CaseOutcome time_out() {
    const bool was_stopped = engine_.kill().was_stopped;
    const std::string seconds = fmt::format("{:.3g}", limits_.timeout.value);
    const char* key = limits_.is_budget ? "runner.budget_ended_case"
                      : was_stopped     ? "runner.case_timeout_stopped"
                                        : "runner.case_timeout";
    // Spent time says nothing about the case: it is skipped like those after it.
    return fail(limits_.is_budget ? Status::skipped : Status::timeout,
                {key, {{"seconds", seconds}}});
  }

  CaseOutcome fail(Status status, Message reason) {
    if (is_interrupted_)
      return {ended(case_, Status::interrupted, {"runner.interrupted", {}}), false, true};
    return {ended(case_, status, std::move(reason)), false, false};
  }

  Engine& engine_;
  const Case& case_;
  const CaseLimits& limits_;
  TimeLimit limit_;
  bool is_interrupted_ = false;
};

}  // namespace

CaseOutcome execute_case(Engine& engine, const Case& value, const CaseLimits& limits,
                         const std::function<bool()>& is_interrupted,
                         const std::function<void(const Progress&)>& on_progress) {
  return Execution(engine, value, limits).run(is_interrupted, on_progress);
}

}  // namespace wgf::runner
