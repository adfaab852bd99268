// SPDX-License-Identifier: MIT
#pragma once
// Runs compared case by case, from their stored samples: which cases belong together, whether they
// may be compared at all, and what the verdict is. The arithmetic stands in comparison_verdicts.h.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/comparison_verdicts.h"
#include "results/result.h"

namespace wgf::results {

struct CompareOptions {
  JudgeOptions judge;
  std::string metric;  // tag of a time; empty: the first of those make_side() knows with samples
};

// One side of a case.
struct ComparedSide {
  // Geometric mean of the medians of its processes, in the metric's unit: what the change is of.
  std::optional<double> value;
  std::size_t processes = 0;  // that gave samples
  std::size_t failed = 0;     // that ended otherwise than ok
  std::size_t samples = 0;
  Status status = Status::ok;  // what ended the case where no process gave samples
};

struct ComparedCase {
  Case measured_case;  // as in A
  std::string metric;
  ComparedSide a, b;
  Judgement judgement;  // verdict invalid: nothing else in it counts
  // Why it is invalid, undecided or widened, and what differed. Keys compare.….
  std::vector<Message> notes;

  // Ran in A and no longer in B, or in every process of A and not in every one of B.
  bool is_lost() const {
    return a.processes > 0 && b.failed > 0 && (a.failed == 0 || b.processes == 0);
  }
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
  std::size_t count_lost() const;
};

// A with each of the others. Verdicts hold for all of them together.
std::vector<Comparison> compare_runs(const Run& a, std::span<const Run> others,
                                     const CompareOptions& options);

// What a case is measured with that wants its run-to-run variance: "--repeat".
std::string_view repeat_option(const Case& value);

// What differs between two runs as a whole: device, driver, libraries, this program.
std::vector<ConditionDifference> differing_conditions(const Run& a, const Run& b);

// All results of one case in one run: one for each process, as a rule.
using ResultPointers = std::vector<const Result*>;

// What differs between the processes of both sides that gave samples. Incomparable: nobody may
// compare them.
struct CaseConditions {
  bool incomparable = false;
  std::vector<Message> notes;
};
CaseConditions case_conditions(const ResultPointers& a, const ResultPointers& b);

// Adds the warnings that the results of a side carry and none of the other side does, each kind
// once, unless the notes say the same already. letter: "A" or "B".
void add_one_sided_warnings(const ResultPointers& results, const ResultPointers& other,
                            const char* letter, std::vector<Message>& notes);

}  // namespace wgf::results
