// SPDX-License-Identifier: MIT
#include "results/sensor_metrics.h"

#include <gtest/gtest.h>

namespace wgf::results {
namespace {

SensorReading busy(double time_s, double percent) {
  SensorReading reading;
  reading.time_s = time_s;
  reading.gpu_utilization = percent;
  return reading;
}

TEST(Utilization, LeavesOutWhatTellsOfTheTimeBeforeTheSteps) {
  std::vector<SensorReading> readings;
  for (int i = 1; i <= 10; ++i) readings.push_back(busy(0.05 * i, i < 2 ? 3 : i < 6 ? 82 : 100));
  EXPECT_EQ(utilization_of(readings), 100);
}

TEST(Utilization, OfAShortSpanIsOfAllItsReadings) {
  EXPECT_EQ(utilization_of({busy(0.05, 10), busy(0.1, 30), busy(0.15, 80)}), 30);
  EXPECT_EQ(utilization_of({SensorReading()}), std::nullopt);
  EXPECT_EQ(utilization_of({}), std::nullopt);
}

}  // namespace
}  // namespace wgf::results
