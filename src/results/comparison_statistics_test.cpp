// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "results/comparison_verdicts.h"

namespace wgf::results {
namespace {

ProcessSummary process(double median) {
  return {.log_center = std::log(median), .samples = 100};
}

CaseSamples sides(std::vector<double> a, std::vector<double> b) {
  CaseSamples samples;
  for (double value : a) samples.a.push_back(process(value));
  for (double value : b) samples.b.push_back(process(value));
  return samples;
}

// Fifty samples, in ten stretches of 10 and 12 in turn: their medians are those, on a logarithmic
// scale 0.1823 apart; five of each give the variance 10/9 × (0.1823/2)².
TEST(Process, WanderIsTheVarianceOfTenStretches) {
  std::vector<double> samples;
  for (int i = 0; i < 50; ++i) samples.push_back(i / 5 % 2 == 0 ? 10 : 12);
  const ProcessSummary summary = summarize_process(samples);
  EXPECT_NEAR(std::exp(summary.log_center), 11, 1e-12);
  const double half = std::log(1.2) / 2;
  EXPECT_NEAR(summary.wander, 10.0 / 9 * half * half, 1e-12);
  EXPECT_NEAR(summary.center_variance[0], half * half / 9, 1e-12);
}

// 27 samples make five stretches: 10 ms, now and then 0.3 % more, and a first step of three times
// that. No stretch's median is the slow step.
TEST(Process, OneSlowStepIsNoWandering) {
  std::vector<double> samples;
  for (int i = 0; i < 27; ++i) samples.push_back(i % 3 == 0 ? 10.03 : 10);
  samples.front() = 30;
  const ProcessSummary summary = summarize_process(samples);
  EXPECT_LT(summary.wander, 0.003 * 0.003);
  for (const double variance : summary.center_variance) EXPECT_LT(variance, 0.003 * 0.003);
}

// Eight samples: two halves of four, which agree by luck.
TEST(Process, FewSamplesThatAgreeAreNotTakenAsQuiet) {
  const ProcessSummary summary = summarize_process(std::vector<double>(8, 10.0));
  EXPECT_DOUBLE_EQ(summary.wander, 0.0004);
  EXPECT_DOUBLE_EQ(summary.center_variance[0], 0.0002);
}

TEST(Process, OneSampleSaysNothingOfItsNoise) {
  const ProcessSummary summary = summarize_process(std::vector{10.0});
  EXPECT_DOUBLE_EQ(summary.wander, 0.0004);
}

// Medians 100, 101, 102 against 102, 103, 104: logarithms differ by 0.019609, their pooled standard
// deviation is 0.009804, the standard error 0.009804 × sqrt(2/3) = 0.008005, t = 2.4496 with 4
// degrees of freedom.
TEST(Difference, FewCasesUseTheirOwnProcessesAlone) {
  const std::vector<CaseSamples> cases{sides({100, 101, 102}, {102, 103, 104})};
  const Difference difference = estimate_differences(cases).front();
  EXPECT_EQ(difference.source, VarianceSource::processes);
  EXPECT_EQ(difference.degrees, 4);
  EXPECT_NEAR(difference.change, 0.0198, 1e-4);
  EXPECT_NEAR(difference.standard_error, 0.0080, 1e-4);
  const Interval interval = difference.interval(0.05);
  EXPECT_NEAR(interval.low,
              std::expm1(std::log1p(difference.change) - 2.776445 * difference.standard_error),
              1e-9);
}

// Without any wandering: variance 2.5 × 0.3 %², both sides: standard error 0.3 % × sqrt(5), three
// degrees of freedom: 95 % within 3.182 times that.
TEST(Difference, OneProcessASideRestsOnTheStatedPrior) {
  const std::vector<CaseSamples> cases{sides({100}, {100})};
  const Difference difference = estimate_differences(cases).front();
  EXPECT_EQ(difference.source, VarianceSource::stated);
  EXPECT_EQ(difference.degrees, 3);
  EXPECT_NEAR(difference.standard_error, 0.003 * std::sqrt(5.0), 1e-12);
  EXPECT_NEAR(difference.interval(0.05).high, std::expm1(3.182446 * 0.003 * std::sqrt(5.0)), 1e-7);
}

TEST(Difference, AWanderingProcessWidensTheStatedPrior) {
  std::vector<CaseSamples> cases{sides({100}, {100})};
  cases[0].a[0].wander = cases[0].b[0].wander = 0.04 * 0.04;
  EXPECT_NEAR(estimate_differences(cases).front().standard_error,
              std::sqrt(5 * (0.003 * 0.003 + 0.04 * 0.04)), 1e-12);
}

TEST(Difference, ManyCasesTellOfEachOthersVariance) {
  const std::vector<CaseSamples> cases(12, sides({100, 100.2, 100.4}, {100.1, 100.3, 100.5}));
  const Difference difference = estimate_differences(cases).front();
  EXPECT_EQ(difference.source, VarianceSource::family);
  EXPECT_EQ(difference.degrees, 10);
}

// One case in thirteen varies a hundred times as much: it stands alone.
TEST(Difference, AnOutlierDoesNotBorrow) {
  std::vector<CaseSamples> cases(12, sides({100, 100.2, 100.4}, {100.1, 100.3, 100.5}));
  cases.push_back(sides({100, 120, 140}, {100, 120, 140}));
  EXPECT_EQ(estimate_differences(cases).back().source, VarianceSource::processes);
}

TEST(Holm, MultipliesByTheNumberOfTestsLeft) {
  const std::vector<double> adjusted = holm_adjusted(std::vector{0.04, 0.01, 0.03});
  EXPECT_NEAR(adjusted[1], 0.03, 1e-12);
  EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[0], 0.06, 1e-12);
}

Verdict verdict_of(const CaseSamples& samples, JudgeOptions options = {}) {
  const std::vector<std::vector<CaseSamples>> groups{{samples}};
  return judge(groups, options).front().front().verdict;
}

TEST(Verdicts, AClearDifferenceHasItsDirection) {
  EXPECT_EQ(verdict_of(sides({100, 100.1, 100.2}, {103, 103.1, 103.2})), Verdict::slower);
  EXPECT_EQ(verdict_of(sides({103, 103.1, 103.2}, {100, 100.1, 100.2})), Verdict::faster);
}

TEST(Verdicts, SameNeedsItsIntervalWithinTheThreshold) {
  EXPECT_EQ(verdict_of(sides({100, 100.1, 100.2}, {100.1, 100.2, 100.3})), Verdict::same);
  EXPECT_EQ(verdict_of(sides({100, 102, 104}, {100, 102, 104})), Verdict::undecided);
  EXPECT_EQ(verdict_of(sides({100, 102, 104}, {100, 102, 104}), {.threshold = 0.1}), Verdict::same);
}

TEST(Verdicts, ACertainButSmallDifferenceIsNotSlower) {
  EXPECT_EQ(verdict_of(sides({100, 100.01, 100.02}, {100.5, 100.51, 100.52})), Verdict::same);
}

// 5 % slower at 5 % less clock: as many cycles as before.
TEST(Verdicts, AnotherClockIsNoSlowDown) {
  CaseSamples samples = sides({100, 100.1, 100.2}, {105.26, 105.37, 105.47});
  for (ProcessSummary& one : samples.a) one.log_clock = std::log(1980);
  for (ProcessSummary& one : samples.b) one.log_clock = std::log(1881);
  const std::vector<std::vector<CaseSamples>> groups{{samples}};
  const Judgement judgement = judge(groups, {}).front().front();
  EXPECT_EQ(judgement.verdict, Verdict::undecided);
  EXPECT_TRUE(judgement.clock_explains);
}

TEST(Verdicts, ManyCasesNeedMoreEvidence) {
  // t = 5.9 with 4 degrees of freedom: 0.4 % alone.
  const CaseSamples samples = sides({100, 100.5, 101}, {102.4, 102.9, 103.4});
  EXPECT_EQ(verdict_of(samples), Verdict::slower);
  const std::vector<std::vector<CaseSamples>> groups{{samples, sides({100, 101}, {100, 101}),
                                                      sides({100, 101}, {100, 101}),
                                                      sides({100, 101}, {100, 101})}};
  const Judgement judgement = judge(groups, {}).front().front();
  EXPECT_EQ(judgement.verdict, Verdict::undecided);
  EXPECT_TRUE(judgement.certain_alone);
}

}  // namespace
}  // namespace wgf::results
