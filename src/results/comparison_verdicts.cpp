// SPDX-License-Identifier: MIT
#include "results/comparison_verdicts.h"

#include <cmath>

namespace wgf::results {
namespace {

// Clocks are read in steps of 15 MHz: less apart than this is no difference.
constexpr double clock_tolerance = 0.01;

double mean_clock(std::span<const ProcessSummary> side) {
  double sum = 0;
  for (const ProcessSummary& process : side) sum += process.log_clock.value_or(0);
  return sum / static_cast<double>(side.size());
}

bool clocks_differ(const CaseSamples& samples) {
  return std::abs(mean_clock(samples.a) - mean_clock(samples.b)) > clock_tolerance;
}

// The cases with clocks that differ between the sides in cycles, the others as they are.
std::vector<CaseSamples> at_equal_clocks(std::span<const CaseSamples> cases) {
  std::vector<CaseSamples> adjusted;
  for (const CaseSamples& samples : cases) {
    const std::optional<CaseSamples> cycles = in_cycles(samples);
    adjusted.push_back(cycles && clocks_differ(samples) ? *cycles : samples);
  }
  return adjusted;
}

struct Evidence {
  std::vector<Difference> differences;  // of all groups, one after the other
  std::vector<double> adjusted;
};

Evidence gather(std::span<const std::vector<CaseSamples>> groups) {
  Evidence evidence;
  for (const std::vector<CaseSamples>& group : groups)
    for (const Difference& difference : estimate_differences(group))
      evidence.differences.push_back(difference);
  std::vector<double> p_values;
  for (const Difference& difference : evidence.differences) p_values.push_back(difference.p_value);
  evidence.adjusted = holm_adjusted(p_values);
  return evidence;
}

bool matters(const Difference& difference, double threshold) {
  // As a ratio, so that 1 % slower one way round is 1 % faster the other.
  return std::abs(std::log1p(difference.change)) > std::log1p(threshold);
}

bool same_direction(const Difference& x, const Difference& y) {
  return (x.change > 0) == (y.change > 0);
}

bool lies_within(const Interval& interval, double threshold) {
  return interval.low >= -threshold / (1 + threshold) && interval.high <= threshold;
}

Judgement judge_case(const Evidence& time, const Evidence& cycles, std::size_t index,
                     const JudgeOptions& options) {
  const Difference& difference = time.differences[index];
  const Difference& at_clock = cycles.differences[index];
  Judgement judgement{.difference = difference, .adjusted_p = time.adjusted[index]};
  judgement.interval = difference.interval(shown_tail);
  judgement.family_interval =
      difference.interval(options.false_alarms / static_cast<double>(time.differences.size()));
  const bool large = matters(difference, options.threshold);
  const bool certain = judgement.adjusted_p <= options.false_alarms;
  const bool confirmed = cycles.adjusted[index] <= options.false_alarms &&
                         same_direction(difference, at_clock) &&
                         matters(at_clock, options.threshold);
  if (large && certain && confirmed) {
    judgement.verdict = difference.change > 0 ? Verdict::slower : Verdict::faster;
  } else if (lies_within(judgement.interval, options.threshold)) {
    judgement.verdict = Verdict::same;
  } else {
    judgement.verdict = Verdict::undecided;
    judgement.clock_explains = large && certain;
    judgement.certain_alone = large && !certain && difference.p_value <= options.false_alarms;
  }
  return judgement;
}

}  // namespace

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::undecided:
      return "undecided";
    case Verdict::invalid:
      break;
  }
  return "invalid";
}

std::vector<std::vector<Judgement>> judge(std::span<const std::vector<CaseSamples>> groups,
                                          const JudgeOptions& options) {
  std::vector<std::vector<CaseSamples>> adjusted;
  for (const std::vector<CaseSamples>& group : groups) adjusted.push_back(at_equal_clocks(group));
  const Evidence time = gather(groups), cycles = gather(adjusted);
  std::vector<std::vector<Judgement>> judgements;
  std::size_t index = 0;
  for (const std::vector<CaseSamples>& group : groups) {
    judgements.emplace_back();
    for (std::size_t i = 0; i < group.size(); ++i)
      judgements.back().push_back(judge_case(time, cycles, index++, options));
  }
  return judgements;
}

}  // namespace wgf::results
