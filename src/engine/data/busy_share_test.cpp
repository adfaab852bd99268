// SPDX-License-Identifier: MIT
#include "engine/data/busy_share.h"

#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

using results::Result;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

Result of_seconds(double seconds) {
  Result result;
  result.metrics = {results::single_metric("measured_time", seconds)};
  return result;
}

double value_of(const Result& result, const char* tag) {
  return result.find(tag)->value;
}

// Two seconds: waiting all of the first half second, half of the second one, none of the rest.
TEST(BusyShare, OfTheTrainingThreadIsWhatItDoesNotWait) {
  const Clock::time_point start = Clock::now();
  const HostSpan waits[] = {{start, start + milliseconds(500)},
                            {start + milliseconds(750), start + milliseconds(1000)},
                            {start + milliseconds(1900), start + milliseconds(1900)}};
  Result result = of_seconds(2);
  add_busy_share(result, waits, Seconds(0.5));
  EXPECT_NEAR(value_of(result, "loader_wait_share"), 37.5, 1e-6);
  EXPECT_NEAR(value_of(result, "busy_mean"), 62.5, 1e-6);
  EXPECT_NEAR(value_of(result, "idle_share"), 25, 1e-6);
  EXPECT_NEAR(value_of(result, "busy_deviation"), 47.871, 1e-3);  // of 0, 50, 100, 100
  ASSERT_EQ(result.sensors.size(), 4u);
  EXPECT_NEAR(*result.sensors[1].busy_share, 50, 1e-6);
  EXPECT_NEAR(result.sensors[3].time_s, 2, 1e-9);
}

TEST(BusyShare, OfAGpuIsTheMeanOfItsSensor) {
  const Clock::time_point start = Clock::now();
  const HostSpan waits[] = {{start, start + milliseconds(100)}};
  Result result = of_seconds(1);
  for (const auto& [time, percent] : {std::pair(0.1, 0.0), {0.3, 10.0}, {0.6, 90.0}, {0.9, 100.0}})
    result.sensors.push_back({.time_s = time, .gpu_utilization = percent});
  add_busy_share(result, waits, Seconds(0.5));
  EXPECT_NEAR(value_of(result, "busy_mean"), 50, 1e-9);
  EXPECT_NEAR(value_of(result, "idle_share"), 50, 1e-9);
  EXPECT_EQ(result.sensors.size(), 6u);
}

TEST(BusyShare, AMeasurementShorterThanAnIntervalIsOne) {
  const Clock::time_point start = Clock::now();
  const HostSpan waits[] = {{start, start + milliseconds(50)}};
  Result result = of_seconds(0.1);
  add_busy_share(result, waits, Seconds(0.5));
  EXPECT_NEAR(value_of(result, "busy_mean"), 50, 1e-6);
}

}  // namespace
}  // namespace wgf::engine
