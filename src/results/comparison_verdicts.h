// SPDX-License-Identifier: MIT
#pragma once
// From differences to verdicts that hold together: a whole comparison raises a false alarm with at
// most the stated probability, however many cases it has.

#include <span>
#include <string_view>
#include <vector>

#include "results/comparison_statistics.h"

namespace wgf::results {

enum class Verdict {
  same,       // the 95 % interval lies within ± threshold
  faster,     // certainly faster, by more than the threshold as far as can be told
  slower,     // the same the other way
  undecided,  // none of these is shown
  invalid,    // not comparable, or no usable samples
};
std::string_view to_text(Verdict verdict);

struct JudgeOptions {
  double threshold = 0.01;     // differences up to here do not matter
  double false_alarms = 0.01;  // probability of any faster or slower where there is no difference
};

inline constexpr double shown_tail = 0.05;  // the printed interval is the 95 % one

struct Judgement {
  Verdict verdict = Verdict::invalid;
  Difference difference;
  double adjusted_p = 1;     // holds for all cases together
  Interval interval;         // 95 %, this case alone
  Interval family_interval;  // of all cases together, with probability 1 - false_alarms
  // Undecided only because the difference vanishes, or is no longer certain, in clock cycles.
  bool clock_explains = false;
  // Undecided only because there are so many cases: alone it would be faster or slower.
  bool certain_alone = false;
};

// One list for each group, in order. A group is the cases of one pair of files; verdicts hold for
// all groups together.
std::vector<std::vector<Judgement>> judge(std::span<const std::vector<CaseSamples>> groups,
                                          const JudgeOptions& options);

}  // namespace wgf::results
