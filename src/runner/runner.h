// SPDX-License-Identifier: MIT
#pragma once
// Drives a plan through engine processes: progress, timeouts, restarts, checks, the journal.
// Nothing that happens to one case loses the results before it.

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "base/units.h"
#include "catalog/catalog.h"
#include "results/result.h"
#include "runner/interrupt.h"
#include "runner/journal.h"
#include "runner/launch/engine_process.h"
#include "runner/machine.h"
#include "runner/run_observer.h"
#include "runner/run_options.h"

namespace wgf::runner {

struct RunRequest {
  results::Run header;  // started_at, command, preset, environment, devices, plan; results empty
  RunOptions options;   // only how to drive: timeouts, budget, isolate, try_anyway, repeat
  std::filesystem::path output;        // results.json to be; empty: no journal
  std::vector<results::Result> known;  // sort_earlier_results(): final ones are not measured again
  bool leaves_out_earlier = false;     // of the journal's results: it is begun anew
  EngineProcess::Options engine;
  const catalog::ModelCatalog* models = nullptr;  // for the memory forecast; none without it
  // Of cases that defaults chose: one that would not end within it is skipped.
  std::optional<Seconds> default_time;
  std::optional<Seconds> expected;  // that all take, as far as the cases so far do not tell
  // Asked when the plan is through: what else to measure, from the results so far. May be null.
  std::function<std::optional<results::Case>(const results::Run& run)> next_case;
  Seconds interrupt_grace{2};
  Seconds greeting_timeout{60};
};

// The engine that was greeted for the device choice may be handed over and serves the first case.
// is_interrupted is asked often; once true, the current case is stopped and the run is partial.
// The journal stays until remove_journal(), after the final file is written.
results::Run run_plan(const RunRequest& request, Machine& machine, RunObserver& observer,
                      const std::function<bool()>& is_interrupted,
                      std::optional<EngineProcess> engine = std::nullopt);

}  // namespace wgf::runner
