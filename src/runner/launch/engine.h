// SPDX-License-Identifier: MIT
#pragma once
// What a case is given to and answers it: one engine process, or a group of them that measure a
// case together. Whoever executes a case needs no more of it than this.

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include "base/units.h"
#include "results/protocol.h"

namespace wgf::runner {

using Deadline = std::chrono::steady_clock::time_point;

inline Deadline deadline_in(Seconds time) {
  // A year stands for "never" and keeps the clock's arithmetic from overflowing.
  using Clock = std::chrono::steady_clock;
  const double seconds = std::clamp(time.value, 0.0, 365.0 * 86400);
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// How an engine ended: by itself with a code, or by a signal.
struct EngineEnd {
  std::optional<int> exit_code;
  std::optional<int> signal;
  Bytes peak_memory;         // largest resident set it had
  std::string last_words;    // end of what it printed, on one line
  bool was_stopped = false;  // when it was killed: by SIGSTOP or a debugger
  std::optional<int> rank;   // of several the first to end, which ended the others
};

struct TimedOut {};
// A line that is not a message, shortened.
struct Garbage {
  std::string line;
};
using EngineEvent =
    std::variant<results::Hello, results::Progress, results::Result, Garbage, EngineEnd, TimedOut>;

class Engine {
 public:
  virtual ~Engine() = default;

  virtual void send(const results::Case& value) = 0;
  // The next thing that happens, at the latest at the deadline.
  virtual EngineEvent next(Deadline deadline) = 0;
  virtual void interrupt() = 0;  // it may end its case early and report it
  virtual EngineEnd kill() = 0;  // for certain; nothing can be sent to it any more

 protected:
  Engine() = default;
  Engine(const Engine&) = default;
  Engine& operator=(const Engine&) = default;
};

}  // namespace wgf::runner
