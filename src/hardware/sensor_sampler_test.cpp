// SPDX-License-Identifier: MIT
#include "hardware/sensor_sampler.h"

#include <gmock/gmock.h>

#include <atomic>
#include <ctime>
#include <thread>

#include "hardware/process_usage.h"

namespace wgf::hardware {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

const Clock::time_point origin{};

SensorSample counter_sample(std::chrono::milliseconds time, double joules) {
  return {origin + time, {.energy = Joules(joules)}};
}

SensorSample power_sample(std::chrono::milliseconds time, double watts) {
  return {origin + time, {.power = Watts(watts)}};
}

TEST(EnergyBetween, InterpolatesTheCounter) {
  // 100 W for 1 s, then 300 W for 1 s.
  const std::vector<SensorSample> samples{counter_sample(0ms, 5000), counter_sample(1000ms, 5100),
                                          counter_sample(2000ms, 5400)};
  const auto whole = energy_between(samples, origin, origin + 2s);
  ASSERT_TRUE(whole.has_value());
  EXPECT_DOUBLE_EQ(whole->value, 400);
  EXPECT_DOUBLE_EQ(energy_between(samples, origin + 500ms, origin + 1500ms)->value, 50 + 150);
}

TEST(EnergyBetween, IntegratesPowerWithoutACounter) {
  // From 100 W to 300 W in a straight line over 2 s: 400 J; its middle second: 200 J.
  const std::vector<SensorSample> samples{power_sample(0ms, 100), power_sample(2000ms, 300)};
  EXPECT_DOUBLE_EQ(energy_between(samples, origin, origin + 2s)->value, 400);
  EXPECT_DOUBLE_EQ(energy_between(samples, origin + 500ms, origin + 1500ms)->value, 200);
}

TEST(EnergyBetween, DistrustsACounterThatStandsStill) {
  std::vector<SensorSample> samples{power_sample(0ms, 50), power_sample(1000ms, 50)};
  for (SensorSample& sample : samples) sample.reading.energy = Joules(7);
  EXPECT_DOUBLE_EQ(energy_between(samples, origin, origin + 1s)->value, 50);
}

TEST(EnergyBetween, IsUnknownOutsideTheSamples) {
  const std::vector<SensorSample> samples{power_sample(0ms, 50), power_sample(1000ms, 50)};
  EXPECT_EQ(energy_between({}, origin, origin + 1s), std::nullopt);
  EXPECT_EQ(energy_between(samples, origin, origin + 5s), std::nullopt);
  EXPECT_EQ(energy_between(samples, origin + 1s, origin), std::nullopt);
}

TEST(SensorSampler, ReadsAtBothEndsAndInBetween) {
  std::atomic<int> reads = 0;
  SensorSampler sampler([&] { return GpuReading{.sm_clock_mhz = ++reads}; }, 20ms);
  const auto before = Clock::now();
  sampler.start();
  std::this_thread::sleep_for(130ms);
  const auto samples = sampler.stop();
  ASSERT_GE(samples.size(), 3u);
  EXPECT_LE(samples.size(), 9u);
  EXPECT_EQ(samples.front().reading.sm_clock_mhz, 1);
  EXPECT_GE(samples.front().time, before);
  EXPECT_GE(samples.back().time - samples.front().time, 120ms);
  EXPECT_TRUE(std::is_sorted(samples.begin(), samples.end(),
                             [](const auto& a, const auto& b) { return a.time < b.time; }));
}

TEST(SensorSampler, StartsAfreshEachTime) {
  SensorSampler sampler([] { return GpuReading{}; });
  sampler.start();
  EXPECT_EQ(sampler.stop().size(), 2u);
  EXPECT_TRUE(sampler.stop().empty());
  sampler.start();
  EXPECT_EQ(sampler.samples().size(), 1u);
  EXPECT_EQ(sampler.stop().size(), 2u);
}

TEST(SensorSampler, SamplesNothingWithoutAGpu) {
  SensorSampler none;
  none.start();
  EXPECT_FALSE(none.can_read());
  EXPECT_TRUE(none.stop().empty());
  SensorSampler cpu_only(nullptr, 0);
  cpu_only.start();
  EXPECT_TRUE(cpu_only.stop().empty());
}

TEST(ProcessUsage, PeakMemoryFollowsWhatIsTouched) {
  const auto before = peak_resident_memory();
  ASSERT_TRUE(before.has_value());
  {
    std::vector<char> block(64 * mebi, 1);
    EXPECT_GE(peak_resident_memory()->value, before->value + 32 * mebi);
  }
  if (reset_peak_resident_memory()) {
    EXPECT_LT(peak_resident_memory()->value, before->value + 48 * mebi);
  }
}

// Held against the processor time the thread really got: a crowded machine gives it little.
TEST(ProcessUsage, BusyCoresAreProcessorTimeOverTime) {
  const std::clock_t cpu_begin = std::clock();
  const auto begin = Clock::now();
  const CpuUsage usage;
  const auto cpu_seconds = [&] {
    return static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
  };
  while (cpu_seconds() < 0.1) {
  }
  const double busy = usage.busy_cores();
  const double expected =
      cpu_seconds() / std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_NEAR(busy, expected, 0.1 * expected);
  EXPECT_LT(busy, 1.5);
}

}  // namespace
}  // namespace wgf::hardware
