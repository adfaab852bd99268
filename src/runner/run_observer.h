// SPDX-License-Identifier: MIT
#pragma once
// Who watches a run, and how far it is.

#include <cstddef>
#include <optional>

#include "base/message.h"
#include "base/units.h"
#include "results/protocol.h"
#include "results/result.h"

namespace wgf::runner {

struct RunProgress {
  std::size_t done = 0;  // cases that have a result
  std::size_t total = 0;
  Seconds elapsed;
  std::optional<Seconds> remaining;  // unknown before the first case is through
};

// Every method may stay as it is.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void case_started(const results::Case&, const RunProgress&) {}
  virtual void case_progress(const results::Case&, const results::Progress&, const RunProgress&) {}
  virtual void case_finished(const results::Result&, const RunProgress&) {}
  virtual void notice(const Message&) {}  // engine restarted, foreign processes, …
};

}  // namespace wgf::runner
