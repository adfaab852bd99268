// SPDX-License-Identifier: MIT
#pragma once
// What a person sees while cases run: one status line on a terminal, a line now and then in a pipe;
// with --verbose a line for each finished case in both.

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

  // Asked often while nobody tells of a case: shows that it still runs.
  void wait();
  // Takes the status line away, so that what comes next starts on a clean line.
  void clear();

 private:
  bool is_due() const;
  void print_status(const std::string& line);
  void show(const results::Case& value, const std::string& phase,
            const runner::RunProgress& progress);

  const Context& context_;
  results::Case current_;
  std::string line_;  // of the case that runs; empty between two
  bool verbose_;
  bool is_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point start_, last_shown_;
};

}  // namespace wgf::cli
