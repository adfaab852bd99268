// SPDX-License-Identifier: MIT
#pragma once
// What the defaults of a session become on a CPU (runner/default_work.h), applied to its plan.

#include <optional>
#include <vector>

#include "base/message.h"
#include "cli/measure/measure_session.h"
#include "runner/launch/engine.h"
#include "runner/run_observer.h"

namespace wgf::cli {

struct LoweredDefaults {
  std::optional<Message> note;  // what was lowered, for the terminal and each result
  std::optional<Seconds> time;  // that the cases have which defaults chose
  std::optional<Seconds> expected;
  bool is_engine_used = false;  // a probe ran on it
};

// Lowers in the plan what nobody typed. greeting: what the engine took to start. A run that goes on
// from an earlier one does the work of that one.
LoweredDefaults lower_defaults(const Session& session, const results::Run& earlier,
                               runner::Engine& engine, Seconds greeting,
                               std::vector<results::Case>& plan, runner::RunObserver& observer,
                               const std::function<bool()>& is_interrupted);

// Kept with what was measured.
void add_note(results::Run& run, const LoweredDefaults& lowered);

}  // namespace wgf::cli
