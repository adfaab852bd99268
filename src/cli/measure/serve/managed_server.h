// SPDX-License-Identifier: MIT
#pragma once
// Our engine as serve-test measures it: the load in its process first, then the same as a server.

#include <functional>
#include <optional>

#include "cli/measure/serve/served_engine.h"
#include "load/llm_server.h"
#include "load/load_plan.h"
#include "load/load_result.h"
#include "results/result.h"

namespace wgf::cli {

class ManagedServer {
 public:
  ManagedServer(const EngineOptions& options, const Context& context) : engine_(options, context) {}

  const ServedEngine& engine() const { return engine_; }
  // The load in the process, as a case of llm_load.
  results::Case in_process(const load::LoadPlan& plan, const load::Limits& limits) const;
  results::Result measure(const results::Case& value, const std::function<bool()>& is_interrupted) {
    return engine_.measure(value, is_interrupted);
  }

  // From now on it can be asked; false: interrupted. Throws Error where the engine cannot serve.
  bool start(const std::function<bool()>& is_interrupted);
  load::Address address() const;
  std::int64_t vocabulary() const { return vocabulary_; }

 private:
  ServedEngine engine_;
  std::int64_t vocabulary_ = 0;
  std::optional<load::LlmServer> server_;  // ends before the engine
};

}  // namespace wgf::cli
