// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "advisor/goodput/interruptions.h"
#include "advisor/goodput/run_time.h"
#include "advisor/goodput/usual_times.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

constexpr Seconds minute(60), hour(3600), day(86400);
const Seconds never(std::numeric_limits<double>::infinity());

TEST(BestInterval, IsDalysOfTheCheckpointAndTheTimeBetween) {
  // sqrt(2 x 60 x 10800) = 1138.42; x (1 + sqrt(60/21600)/3 + 60/21600/9) - 60 = 1098.77.
  EXPECT_NEAR(best_interval(minute, hour * 3).value, 1098.77, 0.01);
  // A checkpoint as long as twice the time between interruptions: no better than that time.
  EXPECT_EQ(best_interval(hour * 2, hour), hour);
  EXPECT_EQ(best_interval(minute, never), never);
}

TEST(BestInterval, NoOtherIsMuchBetter) {
  for (const Seconds between : {hour, day, day * 30}) {
    const Seconds best = best_interval(minute, between);
    const auto expected = [&](double factor) {
      return run_time({day * 10, between, minute, minute * 10, best * factor}).expected.value;
    };
    EXPECT_LT(expected(1), expected(0.9));
    EXPECT_LT(expected(1), expected(1.1));
  }
}

TEST(RunTime, IsDalysFormula) {
  // M e^(R/M) (e^((t + d)/M) - 1) W/t with M 10800, R 600, d 60, t 1098.77, W 86400:
  // 10800 x 1.057128 x 0.113261 x 78.6334 = 101,681 s.
  const RunTime run = run_time({day, hour * 3, minute, minute * 10, Seconds(1098.77)});
  EXPECT_NEAR(run.expected.value, 101681, 2);
  // 78.6334 stretches of 1158.77 s.
  EXPECT_NEAR(run.least.value, 91118, 1);
  EXPECT_NEAR(run.checkpoints.value, 4718, 1);
  // (e^(1158.77/10800) - 1) x 78.6334 x e^(600/10800) = 9.415 interruptions.
  EXPECT_NEAR(run.interruptions, 9.415, 0.001);
  // The parts make up the whole.
  EXPECT_NEAR(run.least.value + run.repeated.value + run.restarts.value, run.expected.value, 1e-6);
}

TEST(RunTime, WithoutInterruptionsIsTheWorkAndItsCheckpoints) {
  const RunTime run = run_time({day, never, minute, hour, hour});
  EXPECT_EQ(run.expected.value, 24 * 3660);
  EXPECT_EQ(run.interruptions, 0);
  EXPECT_EQ(chance_done_by(run, run.least), 1);
}

TEST(RunTime, NeverEndsWhereNoCheckpointIsReached) {
  const RunTime run = run_time({day, Seconds(1), minute, minute * 10, hour});
  EXPECT_TRUE(std::isinf(run.expected.value));
  EXPECT_LT(chance_done_by(run, day * 1000), 1e-9);
}

// One interruption in 6.7e7 stretches: each loses half a stretch (uniform: variance 1/12 of its
// square) and a restart, which is as good as never interrupted.
TEST(RunTime, OfVeryRareInterruptionsHasADeviation) {
  const double stretch = 15, work = 1e6, restart = 1, between = stretch / 1e-8;
  const RunTime run = run_time(
      {Seconds(work), Seconds(between), Seconds(5), Seconds(restart), Seconds(stretch - 5)});
  const double stops = run.least.value / between, each = stretch / 2 + restart;
  EXPECT_NEAR(run.repeated.value / (stops * stretch / 2), 1, 1e-6);
  const double square = each * each + stretch * stretch / 12;
  EXPECT_NEAR(run.deviation.value / std::sqrt(stops * square), 1, 1e-6);
  EXPECT_NEAR(chance_done_by(run, run.least), run.none, 1e-12);
  EXPECT_GT(chance_done_by(run, run.least + Seconds(stretch + restart)), run.none);
}

// From few interruptions of a stretch to more: 0.05 is where the series ends.
TEST(RunTime, IsSmoothInTheRateOfInterruption) {
  const auto run_with = [](double stops_of_a_stretch) {
    const double stretch = 1000;
    return run_time({Seconds(900), Seconds(stretch / stops_of_a_stretch), Seconds(100), Seconds(0),
                     Seconds(900)});
  };
  const RunTime below = run_with(0.05 * (1 - 1e-9)), above = run_with(0.05 * (1 + 1e-9));
  EXPECT_NEAR(above.repeated.value / below.repeated.value, 1, 1e-8);
  EXPECT_NEAR(above.deviation.value / below.deviation.value, 1, 1e-8);
  for (double stops = 1e-8; stops < 1; stops *= 1.3) {
    const RunTime fewer = run_with(stops), more = run_with(stops * 1.3);
    EXPECT_GT(more.repeated, fewer.repeated) << stops;
    EXPECT_GT(more.deviation, fewer.deviation) << stops;
  }
}

TEST(Goodput, OfVeryRareInterruptionsIsThatOfTheSteps) {
  const Goodput all = goodput(
      {Seconds(657295), 0.2, Seconds(4e5), {hour * 200000}, Seconds(1), Seconds(1), Seconds(10)});
  EXPECT_NEAR(all.run.expected.value, 723024, 10);
  EXPECT_NEAR(all.p50.value / all.run.expected.value, 1, 0.01);
  EXPECT_GT(all.p90, all.p50 * 1.1);
}

TEST(ChanceDoneBy, IsThatOfASimulation) {
  // 200,000 runs of 28 stretches of 3,144 s, interrupted once a day on average, 600 s to restart:
  // their median was 89,857 s and nine in ten had ended by 93,747 s.
  const RunTime run = run_time({day, day, minute, minute * 10, Seconds(86400.0 / 28)});
  EXPECT_NEAR(chance_done_by(run, Seconds(89857)), 0.5, 0.01);
  EXPECT_NEAR(chance_done_by(run, Seconds(93747)), 0.9, 0.01);
  EXPECT_NEAR(run.none, std::exp(-run.least.value / day.value), 1e-12);
  EXPECT_NEAR(chance_done_by(run, run.least), run.none, 1e-12);
  EXPECT_EQ(chance_done_by(run, run.least - Seconds(1)), 0);
}

TEST(Goodput, OfTheRunOfLlama3IsAboveNinetyPercentAsPublished) {
  // arXiv:2407.21783: 16,384 GPUs, 54 days, 419 unexpected interruptions, over 90 % effective. A
  // checkpoint takes the least, 3 s: 14 bytes a parameter at 0.16 GB/s a GPU would be 2.2 s.
  const Seconds between(50677.0 / 16384 * 3600), checkpoint = usual_checkpoint(405e9, false, 16384);
  const Goodput all =
      goodput({day * 49, 0, day, {between}, checkpoint, minute * 10 + checkpoint, std::nullopt});
  EXPECT_EQ(checkpoint.value, 3);
  EXPECT_NEAR(all.share, 0.9255, 0.002);
  EXPECT_NEAR(all.run.interruptions, 419, 25);
  EXPECT_LT(all.p50, all.p90);
  EXPECT_NEAR(all.p50.value / all.run.expected.value, 1, 0.01);
}

TEST(Goodput, SpreadOfTheStepsIsInTheNinetiethPercentile) {
  // Without interruptions: e^(0.2 x 1.2816 / 1.6449) = 1.1686 of the median.
  const Goodput all = goodput({day, 0.2, hour, {never}, Seconds(0), Seconds(0), std::nullopt});
  EXPECT_NEAR(all.p50.value, day.value, day.value * 0.01);
  EXPECT_NEAR(all.p90.value / day.value, 1.1686, 0.01);
  EXPECT_EQ(all.share, 1);
}

TEST(Goodput, SourcesThatDisagreeWidenIt) {
  const Seconds checkpoint = minute;
  const auto with = [&](std::vector<Seconds> between) {
    return goodput({day * 30, 0.1, hour, between, checkpoint, hour, std::nullopt});
  };
  // 0.25 and 0.05 an hour are 0.15 on average.
  const Goodput one = with({hour / 0.15}), two = with({hour * 4, hour * 20});
  EXPECT_NEAR(one.interval.value, two.interval.value, 1e-6);
  EXPECT_GT(two.p90 - two.p50, one.p90 - one.p50);
}

TEST(PublishedFailures, AreThoseOfTheGenerationWhereThereAreEnough) {
  const auto rates = catalog::embedded_failure_rates();
  const auto& gpus = catalog::embedded_catalog().gpus();
  const auto of = [&](const char* id) { return published_failures(rates, *gpus.find_id(id)); };
  EXPECT_EQ(of("a100-sxm-80gb").gpu_hours.size(), 4U);
  EXPECT_TRUE(of("a100-sxm-80gb").is_own_generation);
  EXPECT_EQ(of("h100-sxm").gpu_hours.size(), 5U);
  EXPECT_EQ(of("h100-sxm").gpu_hours.front(), Hours(50677));
  EXPECT_FALSE(of("h100-sxm").is_own_generation);
  EXPECT_TRUE(of("rtx-4090").gpu_hours.empty());
  EXPECT_TRUE(of("mi300x").gpu_hours.empty());
}

TEST(SpotRate, IsTheBandOfTheProviderOrWhatWasCounted) {
  const auto table = catalog::embedded_spot_interruptions();
  const auto& gpus = catalog::embedded_catalog().gpus();
  const auto of = [&](const char* provider, const char* id) {
    return spot_rate(table, provider, *gpus.find_id(id), "");
  };
  // Below 5 % a month: -ln(0.95) / 730.5 h = 7.02e-5 an hour at most.
  const auto a100 = of("aws", "a100-sxm-80gb");
  ASSERT_TRUE(a100);
  EXPECT_EQ(a100->per_hour_low, 0);
  EXPECT_NEAR(a100->per_hour_high, 7.02e-5, 1e-7);
  EXPECT_FALSE(a100->is_open);
  EXPECT_TRUE(of("aws", "a10g")->is_open);  // over 20 %
  EXPECT_EQ(of("gcp", "a100-sxm-40gb")->per_hour_low, 0.099);
  EXPECT_FALSE(of("gcp", "h100-sxm"));
  EXPECT_FALSE(of("azure", "a100-sxm-80gb"));  // a claim without a method
}

TEST(TimesBetween, FailuresAndLossesAddUp) {
  SpotRate spot;
  spot.per_hour_low = 0.01;
  spot.per_hour_high = 0.03;
  // 8 GPUs of 800 h each: 0.01 an hour; one machine more 0.01 or 0.03.
  const auto both = times_between({Hours(800)}, 8, spot, 1);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_NEAR(both[0].value, 3600 / 0.02, 1e-6);
  EXPECT_NEAR(both[1].value, 3600 / 0.04, 1e-6);
  EXPECT_NEAR(times_between({}, 8, spot, 2)[1].value, 3600 / 0.06, 1e-6);
  EXPECT_EQ(times_between({Hours(800)}, 8, std::nullopt, 1).size(), 1U);
  EXPECT_TRUE(times_between({}, 8, std::nullopt, 1).empty());
}

}  // namespace
}  // namespace wgf::advisor
