// SPDX-License-Identifier: MIT
#pragma once
// Ctrl-C as a question instead of an end.

namespace wgf::runner {

// Turns SIGINT, SIGTERM and SIGHUP (a closed terminal) into is_interrupted() for as long as it
// lives. Those of the next second are the same wish: timeout(1) and closing terminals signal the
// program and its group. A later one ends the program as it would without the guard; the engine
// dies with it and the journal keeps the results.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  bool is_interrupted() const;

 private:
  bool guards_hangup_ = false;
};

}  // namespace wgf::runner
