// SPDX-License-Identifier: MIT
#pragma once
// One case on one engine: whatever the engine does, there is a Result that says so.

#include <functional>

#include "results/result.h"
#include "runner/launch/engine.h"

namespace wgf::runner {

struct CaseLimits {
  Seconds timeout{300};
  bool is_budget = false;  // the timeout is what the time budget leaves, not --case-timeout
  Seconds interrupt_grace{2};
};

struct CaseOutcome {
  results::Result result;
  bool is_engine_usable = true;  // otherwise it is dead or not to be trusted any more
  bool is_interrupted = false;
  Seconds stopped{};  // we were, by Ctrl-Z: time of no limit and no budget
};

CaseOutcome execute_case(Engine& engine, const results::Case& value, const CaseLimits& limits,
                         const std::function<bool()>& is_interrupted,
                         const std::function<void(const results::Progress&)>& on_progress);

}  // namespace wgf::runner
