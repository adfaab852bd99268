// SPDX-License-Identifier: MIT
#pragma once
// Ctrl-C as a question instead of an end.

namespace wgf::runner {

// Turns SIGINT and SIGTERM into is_interrupted() for as long as it lives. A second one ends the
// program at once, as it would without the guard; the engine dies with it and the journal keeps the
// results.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  bool is_interrupted() const;
};

}  // namespace wgf::runner
