// SPDX-License-Identifier: MIT
// torch-gpu-benchmark-engine: started by torch-gpu-benchmark, never by people but for looking into
// it:
//   --facts          prints what this engine is and can do
//   --case '<json>'  measures one case and prints its result

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/facts.h"
#include "engine/measure/run_case.h"
#include "engine/protocol_loop.h"
#include "engine/threads.h"
#include "results/protocol.h"

namespace {

using namespace wgf;

// Set by a signal handler, which can reach nothing else.
std::atomic<bool> is_stop_requested = false;

void request_stop(int) {
  is_stop_requested = true;
}

int run_one(const std::string& json) {
  const auto value = results::parse_case(json);
  if (!value) {
    fmt::print(stderr, "--case: not a case: {}\n", json);
    return 2;
  }
  const engine::EngineResources resources(is_stop_requested);
  const results::Result result =
      engine::run_case(engine::all_benchmarks(), *value, resources.context());
  fmt::print("{}\n", results::to_line(results::EngineMessage(result)));
  return result.status == results::Status::ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, request_stop);
  engine::keep_threads_within_quota();
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--facts") {
    fmt::print("{}\n", results::to_line(results::EngineMessage(engine::make_hello())));
    return 0;
  }
  if (option == "--case" && argc > 2) return run_one(argv[2]);
  const char* channel = std::getenv(results::channel_variable);
  const auto descriptor = parse_integer(channel != nullptr ? channel : "");
  if (!descriptor) {
    fmt::print(stderr,
               "torch-gpu-benchmark-engine is started by torch-gpu-benchmark; by hand it knows "
               "--facts and --case '<json>'\n");
    return 2;
  }
  return engine::serve(static_cast<int>(*descriptor), is_stop_requested);
}
