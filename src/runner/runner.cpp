// SPDX-License-Identifier: MIT
#include "runner/runner.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "hardware/rank_place.h"
#include "runner/case_execution.h"
#include "runner/kernel_time.h"
#include "runner/known_results.h"
#include "runner/launch/nccl_settings.h"
#include "runner/launch/rank_processes.h"
#include "runner/memory_forecast.h"
#include "runner/result_checks.h"
#include "runner/resume_command.h"
#include "runner/time_estimate.h"

namespace wgf::runner {
namespace {

using results::Case;
using results::Result;
using results::Run;
using results::Status;
using Clock = std::chrono::steady_clock;

// An engine that cannot even greet so often in a row will not do so for the rest of the plan.
constexpr int most_failed_starts = 2;
// A case gets so long at least, however little the time budget leaves.
constexpr Seconds shortest_case{1};

Result without_measuring(const Case& value, Status status, Message reason) {
  return {.measured_case = value, .status = status, .reason = std::move(reason)};
}

class PlanRun {
 public:
  PlanRun(const RunRequest& request, Machine& machine, RunObserver& observer,
          const std::function<bool()>& is_interrupted, std::optional<EngineProcess> engine)
      : request_(request),
        options_(request.options),
        machine_(machine),
        observer_(observer),
        is_interrupted_(is_interrupted),
        engine_(engine ? std::make_unique<EngineProcess>(*std::move(engine)) : nullptr),
        run_(request.header),
        known_(request.known) {
    is_engine_fresh_ = engine_ != nullptr;
    process_ = next_process_ = known_.next_process();
    has_had_engine_ = is_engine_fresh_;
    if (engine_) ++next_process_;
  }

  Run finish() {
    open_journal();
    // What follows is planned later.
    if (!request_.next_case) run_.results = known_.take_unplanned(run_.plan);
    for (std::int64_t round = 0; round < std::max<std::int64_t>(options_.repeat, 1); ++round) {
      if (round > 0 && !is_engine_fresh_) engine_.reset();
      for (const Case& value : run_.plan)
        if (!take_known(value, KnownResults::Wanted::final_answer)) measure_in_order(value);
    }
    measure_what_follows();
    return std::move(run_);
  }

 private:
  Message note_of(const EarlierJournal& earlier) const {
    Message note{"runner.journal_kept",
                 {{"count", std::to_string(earlier.answers)},
                  {"file", request_.output.string()},
                  {"command", resume_command(earlier.run, earlier.resume_name)}}};
    if (can_go_on(earlier.run.task)) return note;
    return {"runner.journal_readable",
            {note.args[0], note.args[1], {"kept", earlier.resume_name.string()}}};
  }

  // A journal that also holds what does not count any more is begun anew with what does.
  void open_journal() {
    if (request_.output.empty()) return;
    const bool goes_on = !known_.all().empty() && !request_.leaves_out_earlier;
    journal_ =
        goes_on ? Journal::resume(request_.output, run_) : Journal::start(request_.output, run_);
    if (goes_on) return;
    if (const auto& earlier = journal_->earlier()) observer_.notice(note_of(*earlier));
    for (const Result& result : known_.all()) write_journal(result);
  }

  // Cases that only the results before them call for.
  void measure_what_follows() {
    if (!request_.next_case) return;
    while (!is_over_) {
      const std::optional<Case> next = request_.next_case(run_);
      if (!next) break;
      run_.plan.push_back(*next);
      if (!take_known(*next, KnownResults::Wanted::final_answer)) measure_in_order(*next);
    }
    for (Result& left : known_.take_unplanned({}))
      if (is_final(left.status)) run_.results.push_back(std::move(left));
  }

  bool take_known(const Case& value, KnownResults::Wanted wanted) {
    std::optional<Result> known = known_.take(value, wanted);
    if (!known) return false;
    run_.results.push_back(*std::move(known));
    ++taken_;
    return true;
  }

  void measure_in_order(const Case& value) {
    if (!is_over_ && is_interrupted_()) end_early();
    if (is_over_) {
      take_known(value, KnownResults::Wanted::any_status);
      return;
    }
    const Seconds start = case_start_ = elapsed();
    observer_.case_started(value, progress());
    Result result = result_of(value);
    if (result.process == process_ && engine_used_) estimate_.add(value, elapsed() - start);
    keep(std::move(result));
  }

  Result result_of(const Case& value) {
    engine_used_ = false;
    std::vector<DeviceState> states;
    for (const std::string& id : value.device_ids()) states.push_back(machine_.state(id));
    if (const std::optional<Message> reason = reason_to_skip(value, states))
      return described(without_measuring(value, Status::skipped, *reason), states);
    if ((options_.isolate && !is_engine_fresh_) || value.ranks() != engine_ranks_ ||
        nccl_environment(value.parameters) != engine_settings_)
      engine_.reset();
    if (const std::optional<Message> fault = start_engine(value))
      return described(without_measuring(value, Status::failed, *fault), states);
    return described(measure(value), states);
  }

  std::optional<Message> reason_to_skip(const Case& value, const std::vector<DeviceState>& states) {
    if (const auto left = budget_left()) {
      if (left->value <= 0)
        return Message{"runner.budget_gone", {{"budget", format_duration(*options_.time_budget)}}};
      const Seconds needed = estimate_.of(value).value_or(shortest_case);
      if (needed > *left)
        return Message{"runner.budget_spent",
                       {{"budget", format_duration(*options_.time_budget)},
                        {"needed", format_duration(needed)},
                        {"left", format_duration(*left)}}};
    }
    if (request_.default_time)
      if (auto reason =
              reason_to_leave_out(value, run_.results, *request_.default_time - elapsed()))
        return reason;
    // How several devices share a case, and what each holds of it, is the case's own affair.
    if (options_.try_anyway || states.size() > 1) return std::nullopt;
    const DeviceState& state = states.front();
    if (auto reason = reason_not_to_end(value, state.most_flops, options_.case_timeout))
      return reason;
    std::optional<Bytes> free_memory = state.free_memory;
    if (request_.models == nullptr || !free_memory) return std::nullopt;
    const std::optional<MemoryForecast> forecast = forecast_memory(value, *request_.models);
    if (!forecast || !reason_not_to_fit(*forecast, *free_memory)) return std::nullopt;
    // What our own engine still holds from the case before is not lost to a fresh one.
    if (engine_ && !is_engine_fresh_) {
      engine_.reset();
      free_memory = machine_.state(value.device).free_memory.value_or(*free_memory);
    }
    return reason_not_to_fit(*forecast, *free_memory);
  }

  // The reason where none can be started. A plan that never had an engine ends with the error
  // itself.
  std::optional<Message> start_engine(const Case& value) {
    if (engine_) return std::nullopt;
    try {
      engine_ranks_ = value.ranks();
      engine_settings_ = nccl_environment(value.parameters);
      engine_ = started_engine();
    } catch (const Error& error) {
      engine_.reset();
      if (!has_had_engine_) throw;
      if (++failed_starts_ >= most_failed_starts) end_early();
      return error.message();
    }
    failed_starts_ = 0;
    is_engine_fresh_ = has_had_engine_ = true;
    process_ = next_process_++;
    return std::nullopt;
  }

  // Ranks that another launcher started have an engine each, which meet; its own are ours to start.
  std::unique_ptr<Engine> started_engine() const {
    EngineProcess::Options engine = request_.engine;
    engine.environment.insert(engine.environment.end(), engine_settings_.begin(),
                              engine_settings_.end());
    if (engine_ranks_ > 1 && !hardware::find_rank_place()) {
      auto together = std::make_unique<RankProcesses>(engine, static_cast<int>(engine_ranks_));
      together->greet(request_.greeting_timeout);
      return together;
    }
    auto alone = std::make_unique<EngineProcess>(std::move(engine));
    alone->greet(request_.greeting_timeout);
    return alone;
  }

  Result measure(const Case& value) {
    CaseLimits limits{.timeout = options_.case_timeout,
                      .interrupt_grace = request_.interrupt_grace};
    if (const auto left = budget_left(); left && *left < limits.timeout)
      limits = {std::max(*left, shortest_case), true, request_.interrupt_grace};
    std::vector<ForeignProcess> foreign;
    add_foreign_processes(value, foreign);
    is_engine_fresh_ = false;
    engine_used_ = true;
    CaseOutcome outcome = execute_case(
        *engine_, value, limits, is_interrupted_,
        [&](const results::Progress& step) { observer_.case_progress(value, step, progress()); });
    stopped_ += outcome.stopped;
    outcome.result.process = process_;
    // Those that came meanwhile.
    if (outcome.is_engine_usable) add_foreign_processes(value, foreign);
    if (!foreign.empty()) outcome.result.warnings.push_back(foreign_warning(foreign));
    // After an error a CUDA context may be broken for good (sticky errors): the next case starts
    // clean.
    // So do ranks, of which those that did not fail were ended.
    const bool has_failed = outcome.result.status == Status::failed;
    const bool may_be_broken = (has_failed && !value.is_on_cpu()) ||
                               (value.ranks() > 1 && outcome.result.status != Status::ok);
    if (!outcome.is_engine_usable || may_be_broken) drop_engine(outcome);
    if (outcome.is_interrupted) end_early();
    return std::move(outcome.result);
  }

  // On any of its devices; who uses several is named once.
  void add_foreign_processes(const Case& value, std::vector<ForeignProcess>& all) {
    for (const std::string& id : value.device_ids())
      for (ForeignProcess& process : machine_.foreign_processes(id, ::getpid())) {
        const auto is_same = [&](const ForeignProcess& other) { return other.pid == process.pid; };
        if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(std::move(process));
      }
  }

  void drop_engine(const CaseOutcome& outcome) {
    engine_.reset();
    // What the time budget ended is followed by nothing that would need an engine.
    if (!outcome.is_interrupted && outcome.result.status != Status::skipped)
      observer_.notice({"runner.engine_restart", {{"case", outcome.result.measured_case.key()}}});
  }

  void keep(Result result) {
    run_.results.push_back(std::move(result));
    ++taken_;
    case_start_ = elapsed();
    write_journal(run_.results.back());
    observer_.case_finished(run_.results.back(), progress());
  }

  // A full disk must not end a run whose results are still in memory.
  void write_journal(const Result& result) {
    if (!journal_) return;
    try {
      journal_->append(result);
    } catch (const Error& error) {
      journal_.reset();
      observer_.notice(error.message());
      observer_.notice({"runner.no_journal", {}});
    }
  }

  void end_early() {
    is_over_ = true;
    run_.partial = true;
  }

  Seconds elapsed() const {
    return Seconds(std::chrono::duration<double>(Clock::now() - start_).count()) - stopped_;
  }

  std::optional<Seconds> budget_left() const {
    if (!options_.time_budget) return std::nullopt;
    return *options_.time_budget - elapsed();
  }

  RunProgress progress() const {
    const std::size_t rounds = static_cast<std::size_t>(std::max<std::int64_t>(options_.repeat, 1));
    RunProgress progress{.done = taken_, .total = run_.plan.size() * rounds, .elapsed = elapsed()};
    progress.remaining = remaining(progress.total);
    const auto left = budget_left();
    if (progress.remaining && left) progress.remaining = std::min(*progress.remaining, *left);
    return progress;
  }

  // By the cases that are through; before the first, and where more may follow, as was expected.
  std::optional<Seconds> remaining(std::size_t total) const {
    Seconds remaining = case_start_ - elapsed();
    bool is_known = !request_.next_case;
    // A case is left in each round to come, and in this one unless it was taken.
    const std::size_t cases = std::max<std::size_t>(run_.plan.size(), 1);
    const std::size_t whole_rounds = (total - taken_) / cases, first = taken_ % cases;
    for (std::size_t i = 0; i < run_.plan.size() && is_known; ++i) {
      const bool is_in_this_round = first > 0 && i >= first;
      const std::optional<Seconds> time = estimate_.of(run_.plan[i]);
      is_known = time.has_value();
      remaining +=
          time.value_or(Seconds()) * static_cast<double>(whole_rounds + (is_in_this_round ? 1 : 0));
    }
    if (!is_known && !request_.expected) return std::nullopt;
    if (!is_known) remaining = *request_.expected - elapsed();
    return std::max(remaining, Seconds());
  }

  const RunRequest& request_;
  const RunOptions& options_;
  Machine& machine_;
  RunObserver& observer_;
  const std::function<bool()>& is_interrupted_;
  std::unique_ptr<Engine> engine_;
  std::int64_t engine_ranks_ = 1;
  std::vector<std::pair<std::string, std::string>> engine_settings_;  // of NCCL, of its case
  Run run_;
  KnownResults known_;
  std::optional<Journal> journal_;
  TimeEstimate estimate_;
  const Clock::time_point start_ = Clock::now();
  Seconds stopped_;     // by Ctrl-Z
  Seconds case_start_;  // of the case that runs
  std::size_t taken_ = 0;
  int next_process_ = 0, process_ = 0, failed_starts_ = 0;
  bool is_engine_fresh_ = false, has_had_engine_ = false, engine_used_ = false, is_over_ = false;
};

}  // namespace

Run run_plan(const RunRequest& request, Machine& machine, RunObserver& observer,
             const std::function<bool()>& is_interrupted, std::optional<EngineProcess> engine) {
  constexpr std::int64_t most_rounds = 10'000;
  if (request.options.repeat > most_rounds)
    throw Error({"runner.value_too_large",
                 {{"option", "--repeat"},
                  {"value", std::to_string(request.options.repeat)},
                  {"largest", std::to_string(most_rounds)}}},
                ExitCode::usage);
  return PlanRun(request, machine, observer, is_interrupted, std::move(engine)).finish();
}

}  // namespace wgf::runner
