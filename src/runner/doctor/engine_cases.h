// SPDX-License-Identifier: MIT
#pragma once
// An engine for doctor: cases are run one by one, and whatever one does to the engine, the next
// gets a working one.

#include <functional>
#include <optional>

#include "results/result.h"
#include "runner/launch/engine_process.h"

namespace wgf::runner {

class EngineCases {
 public:
  // Starts an engine. Throws Error where there is none or it does not start.
  EngineCases(EngineProcess::Options options, std::function<bool()> is_interrupted);

  const results::Hello& hello() const { return hello_; }

  // `meanwhile` is called once or more while the case is measured. After an interruption no case
  // is run any more, and each says so.
  results::Result run(const results::Case& value, const std::function<void()>& meanwhile);

 private:
  EngineProcess::Options options_;
  std::function<bool()> is_interrupted_;
  std::optional<EngineProcess> engine_;
  results::Hello hello_;
};

}  // namespace wgf::runner
