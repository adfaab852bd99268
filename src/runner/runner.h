// SPDX-License-Identifier: MIT
#pragma once
// Drives a plan through engine processes: progress, timeouts, restarts, checks, the journal.
// Nothing that happens to one case loses the results before it.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "results/protocol.h"
#include "results/result.h"
#include "runner/engine_process.h"
#include "runner/machine.h"
#include "runner/run_options.h"

namespace wgf::runner {

struct RunProgress {
  std::size_t done = 0;  // cases that have a result
  std::size_t total = 0;
  Seconds elapsed;
  std::optional<Seconds> remaining;  // unknown before the first case is through
};

// Who watches a run. Every method may stay as it is.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void case_started(const results::Case&, const RunProgress&) {}
  virtual void case_progress(const results::Case&, const results::Progress&, const RunProgress&) {}
  virtual void case_finished(const results::Result&, const RunProgress&) {}
  virtual void notice(const Message&) {}  // engine restarted, foreign processes, …
};

struct RunRequest {
  results::Run header;  // started_at, command, preset, environment, devices, plan; results empty
  RunOptions options;   // only how to drive: timeouts, budget, isolate, try_anyway, repeat
  std::filesystem::path output;        // results.json to be; empty: no journal
  std::vector<results::Result> known;  // by resume(): not measured again
  EngineProcess::Options engine;
  Seconds interrupt_grace{2};
  Seconds greeting_timeout{60};
};

// The engine that was greeted for the device choice may be handed over and serves the first case.
// is_interrupted is asked often; once true, the current case is stopped and the run is partial.
results::Run run_plan(const RunRequest& request, Machine& machine, RunObserver& observer,
                      const std::function<bool()>& is_interrupted,
                      std::optional<EngineProcess> engine = std::nullopt);

// What is known of an earlier run: its file and its journal, whichever exist. Throws where neither
// does.
results::Run load_for_resume(const std::filesystem::path& output);

// Turns SIGINT and SIGTERM into a question for as long as it lives; a second SIGINT ends the
// program.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  bool is_interrupted() const;
};

}  // namespace wgf::runner
