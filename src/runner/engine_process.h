// SPDX-License-Identifier: MIT
#pragma once
// One engine process: started, greeted, given cases, watched and ended. What it prints on stdout
// and stderr never reaches our stdout; its last lines go into the reason when it dies.

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/units.h"
#include "results/protocol.h"
#include "runner/engine_location.h"

namespace wgf::runner {

using Deadline = std::chrono::steady_clock::time_point;
Deadline deadline_in(Seconds time);

// How an engine ended: by itself with a code, or by a signal.
struct EngineEnd {
  std::optional<int> exit_code;
  std::optional<int> signal;
  Bytes peak_memory;       // largest resident set it had
  std::string last_words;  // end of what it printed, on one line
};

struct TimedOut {};
// A line that is not a message, shortened.
struct Garbage {
  std::string line;
};
using EngineEvent =
    std::variant<results::Hello, results::Progress, results::Result, Garbage, EngineEnd, TimedOut>;

class EngineProcess {
 public:
  struct Options {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment;
    bool forward_stderr = false;  // also show what it prints on stderr (--verbose)
  };
  explicit EngineProcess(Options options);
  ~EngineProcess();  // kills what still runs
  EngineProcess(EngineProcess&&) noexcept;
  EngineProcess& operator=(EngineProcess&&) noexcept;

  // The greeting. Throws Error(runner.engine_…, not_supported) with the engine's last words when it
  // dies, is silent or speaks another protocol.
  results::Hello greet(Seconds timeout = Seconds(60));

  void send(const results::Case& value);
  // The next thing that happens, at the latest at the deadline.
  EngineEvent next(Deadline deadline);

  void interrupt();  // SIGINT: an engine may end its case early and report it
  EngineEnd kill();  // SIGKILL, then the last words
  bool is_stopped() const;
  std::int64_t pid() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wgf::runner
