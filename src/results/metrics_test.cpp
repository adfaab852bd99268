// SPDX-License-Identifier: MIT
#include "results/metrics.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/error.h"

namespace wgf::results {
namespace {

TEST(Metrics, TagsAreUnique) {
  std::set<std::string_view> tags;
  for (const MetricInfo& info : all_metrics())
    EXPECT_TRUE(tags.insert(info.tag).second) << info.tag;
}

TEST(Metrics, EachIsExplainedInTheMethod) {
  std::string method;
  for (const auto& page : std::filesystem::directory_iterator(WGF_SOURCE_DIR "/docs/method")) {
    std::ifstream file(page.path());
    method.append(std::istreambuf_iterator<char>(file), {});
  }
  for (const MetricInfo& info : all_metrics())
    EXPECT_NE(method.find("`" + std::string(info.tag) + "`"), std::string::npos) << info.tag;
}

TEST(Metrics, AreThoseOfTheSchema) {
  std::ifstream file(WGF_SOURCE_DIR "/api/result.schema.json");
  const auto metric = nlohmann::json::parse(file).at("$defs").at("metric").at("properties");
  std::set<std::string> tags, units;
  for (const MetricInfo& info : all_metrics()) {
    tags.emplace(info.tag);
    units.emplace(info.unit);
  }
  EXPECT_EQ(metric.at("tag").at("anyOf").at(0).at("enum").get<std::set<std::string>>(), tags);
  EXPECT_EQ(metric.at("unit").at("enum").get<std::set<std::string>>(), units);
}

TEST(Metrics, UnknownTagIsAnError) {
  EXPECT_THROW(single_metric("speediness", 1), Error);
}

TEST(Metrics, AQuantityOfAPhaseIsFoundBehindThePoint) {
  EXPECT_EQ(&metric_info("prefill.step_time"), &metric_info("step_time"));
  EXPECT_EQ(single_metric("prefill.step_time", 1).tag, "prefill.step_time");
  for (const char* tag :
       {".step_time", "prefill.", "prefill.speediness", "a.b.step_time", "=A1.step_time"})
    EXPECT_THROW(metric_info(tag), Error) << tag;
}

TEST(Metrics, RateSwapsTheEndsOfTheInterval) {
  Metric time = single_metric("step_time", 50);  // ms
  time.interval = Interval{40, 100};
  const Metric rate = rate_metric("throughput", 32, time);  // 32 samples in 50 ms = 640/s
  EXPECT_DOUBLE_EQ(rate.value, 640);
  EXPECT_DOUBLE_EQ(rate.interval->low, 320);
  EXPECT_DOUBLE_EQ(rate.interval->high, 800);
}

TEST(Metrics, ValueIsTheMedianOfTheSamples) {
  const Metric metric = metric_from_samples("latency", {3, 1, 2});
  EXPECT_DOUBLE_EQ(metric.value, 2);
  EXPECT_LE(metric.interval->low, 2);
  EXPECT_GE(metric.interval->high, 2);
}

TEST(Metrics, OneSampleHasNoInterval) {
  EXPECT_FALSE(metric_from_samples("step_time", {3}, ThermalState::burst).interval);
  EXPECT_TRUE(metric_from_samples("step_time", {3, 3}, ThermalState::burst).interval);
}

}  // namespace
}  // namespace wgf::results
