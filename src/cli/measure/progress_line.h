// SPDX-License-Identifier: MIT
#pragma once
// What a person sees while cases run: one status line on a terminal, nothing in a pipe; with
// --verbose a line for each finished case in both.

#include <chrono>
#include <string>

#include "cli/command.h"
#include "runner/runner.h"

namespace wgf::cli {

class ProgressLine final : public runner::RunObserver {
 public:
  ProgressLine(const Context& context, bool verbose);
  ~ProgressLine() override;

  void case_started(const results::Case& value, const runner::RunProgress& progress) override;
  void case_progress(const results::Case& value, const results::Progress& step,
                     const runner::RunProgress& progress) override;
  void case_finished(const results::Result& result, const runner::RunProgress& progress) override;
  void notice(const Message& message) override;

  // Takes the status line away, so that what comes next starts on a clean line.
  void clear();

 private:
  void show(const results::Case& value, const std::string& phase,
            const runner::RunProgress& progress);

  const Context& context_;
  results::Case current_;
  bool verbose_;
  bool is_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point last_shown_;
};

}  // namespace wgf::cli
