// SPDX-License-Identifier: MIT
#pragma once
// One engine process: started, greeted, given cases, watched and ended. What it prints on stdout
// and stderr never reaches our stdout; the last lines of stderr go into the reason when it dies.

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/units.h"
#include "results/protocol.h"

namespace wgf::runner {

using Deadline = std::chrono::steady_clock::time_point;
Deadline deadline_in(Seconds time);

// WGF_ENGINE_PATH, else torch-gpu-benchmark-engine beside this program, else
// ../libexec/torch-gpu-benchmark/ of an installed one. Throws Error(runner.no_engine,
// not_supported).
std::filesystem::path find_engine();

// How an engine ended: by itself with a code, or by a signal.
struct EngineEnd {
  std::optional<int> exit_code;
  std::optional<int> signal;
  Bytes peak_memory;       // largest resident set it had
  std::string last_words;  // end of its stderr, one line
};

struct TimedOut {};
struct Garbage {
  std::string line;  // what was not a message, shortened
};
using EngineEvent =
    std::variant<results::Hello, results::Progress, results::Result, Garbage, EngineEnd, TimedOut>;

class EngineProcess {
 public:
  // Starts the program; extra_arguments and environment are for tests and launchers.
  struct Options {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment;
    bool forward_stderr = false;  // also show it (--verbose)
  };
  explicit EngineProcess(Options options);
  ~EngineProcess();  // kills what still runs
  EngineProcess(EngineProcess&&) noexcept;
  EngineProcess& operator=(EngineProcess&&) noexcept;

  // The greeting. Throws Error(runner.engine_no_greeting, …) with the engine's last words when it
  // dies, is silent or speaks another protocol; exit code not_supported, for another build is
  // needed.
  results::Hello greet(Seconds timeout = Seconds(60));

  void send(const results::Case& value);
  // The next thing that happens, at the latest at the deadline.
  EngineEvent next(Deadline deadline);

  void interrupt();  // SIGINT: an engine may end its case early and report it
  EngineEnd kill();  // SIGKILL, then reap
  bool is_running() const;
  std::int64_t pid() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wgf::runner
