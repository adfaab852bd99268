// SPDX-License-Identifier: MIT
#pragma once
// serve-test: what is typed of it, and the loads it means.

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/measure/run_options.h"
#include "cli/measure/serve/serve_price.h"
#include "cli/measure/serve/served_engine.h"
#include "load/load_plan.h"
#include "load/load_result.h"
#include "results/result.h"

namespace wgf::cli {

struct ServeOptions {
  std::string url, proxy, model, concurrency, rate, like, prompts;
  std::string requests = "100", warmup, input_tokens = "512", output_tokens = "128";
  std::string timeout = "10m", seed = "1", burstiness = "1";
  std::vector<std::string> limits;  // --slo
  std::string arrivals = "random", rate_to, turns = "1", shared_tokens = "0", token_ids;
  std::string trace, trace_speed = "1", repeats;
  PriceOptions price;
  bool is_chat = false, is_sweep = false;
  std::string managed;   // "llm:MODEL" in place of an address
  EngineOptions engine;  // of it
  RunCommandLine line;   // -o, -f and --force

  // The MODEL of --managed.
  std::string managed_model() const;
};

void add_serve_options(Command& command, const Context& context, ServeOptions& options);

struct ServeWork {
  std::vector<load::LoadPlan> plans;  // of each load, one after another; of a sweep the first
  std::string warmup;                 // as typed
  bool is_sweep = false;              // the others follow from what was measured
  int repeats = 1;                    // of each load at most; of a sweep, of its two answers
  load::Limits limits;
};
// key: of the environment. Throws Error(usage).
ServeWork read_serve_work(const ServeOptions& options, const std::string& key);

// The plan with one load. warmup: as typed; else a closed one is warm after two requests of each
// user, an open one after a tenth of its requests.
load::LoadPlan with_load(load::LoadPlan plan, std::optional<double> rate, std::int64_t users,
                         const std::string& warmup);

// The engine that is to be served and measured, with room for these loads; nothing: a server of
// others is. Throws Error(usage).
std::optional<EngineOptions> managed_engine(const ServeOptions& options, const ServeWork& work);

}  // namespace wgf::cli
