// SPDX-License-Identifier: MIT
#pragma once
// Runs compared case by case, from their stored samples: which cases belong together, whether they
// may be compared at all, and what the verdict is. The arithmetic stands in comparison_verdicts.h.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/comparison_verdicts.h"
#include "results/result.h"

namespace wgf::results {

struct CompareOptions {
  JudgeOptions judge;
  std::string metric;  // tag of a time; empty: step_time, else latency, whichever has samples
};

// One side of a case.
struct ComparedSide {
  // Geometric mean of the medians of its processes, in the metric's unit: what the change is of.
  std::optional<double> value;
  std::size_t processes = 0;
  std::size_t samples = 0;
  Status status = Status::ok;  // of the result that is shown
};

struct ComparedCase {
  Case measured_case;  // as in A
  std::string metric;
  ComparedSide a, b;
  Judgement judgement;  // verdict invalid: nothing else in it counts
  // Why it is invalid, undecided or widened, and what differed. Keys compare.….
  std::vector<Message> notes;
};

// A case that only one side has.
struct OneSidedCase {
  Case measured_case;
  Status status = Status::ok;
};

// Something that differed for all cases: "driver", "570.1", "580.2". Name is a message key.
struct ConditionDifference {
  std::string name, a, b;
};

struct Comparison {
  std::vector<ComparedCase> cases;  // in the order of A
  std::vector<OneSidedCase> only_a, only_b;
  std::vector<ConditionDifference> conditions;

  std::size_t count(Verdict verdict) const;
};

// A with each of the others. Verdicts hold for all of them together.
std::vector<Comparison> compare_runs(const Run& a, std::span<const Run> others,
                                     const CompareOptions& options);

// What differs between two runs as a whole: device, driver, libraries, this program.
std::vector<ConditionDifference> differing_conditions(const Run& a, const Run& b);

// What differs between two results of one case. Invalid: nobody may compare them.
struct CaseConditions {
  bool incomparable = false;
  std::vector<Message> notes;
};
CaseConditions case_conditions(const Result& a, const Result& b);

}  // namespace wgf::results
