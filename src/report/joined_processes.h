// SPDX-License-Identifier: MIT
#pragma once
// Runs in which several engine processes measured a case (--repeat), with one result for each case:
// what a chart draws and a comparison shows as one number.

#include <cstddef>
#include <vector>

#include "report/report_input.h"

namespace wgf::report {

struct JoinedRun {
  results::Run run;                    // its results in the order the cases were first measured
  std::vector<std::size_t> processes;  // that made each result
};

bool has_repeated_cases(const results::Run& run);

// Samples stand together, process after process. A value is the geometric mean of the processes'
// medians, as `compare` has it, and its interval Student's t on their logarithms; a peak of memory
// is the highest, steps and time are sums. What failed beside a process that did not is left out.
JoinedRun join_processes(const results::Run& run);

// An input whose repeated runs are joined. It keeps them, so that the input may point to them; the
// input it was made from must outlive it.
class JoinedInput {
 public:
  explicit JoinedInput(const ReportInput& input);
  JoinedInput(const JoinedInput&) = delete;
  JoinedInput& operator=(const JoinedInput&) = delete;

  const ReportInput& input() const { return input_; }

 private:
  std::vector<results::Run> runs_;
  ReportInput input_;
};

// "3, joined": for the conditions of a joined result; empty where one process made it.
std::string joined_text(std::size_t processes, messages::Language language);

}  // namespace wgf::report
