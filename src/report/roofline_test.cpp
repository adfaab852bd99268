// SPDX-License-Identifier: MIT
#include "report/roofline.h"

#include <gmock/gmock.h>

#include "catalog/catalog.h"
#include "results/cache_rate.h"

namespace wgf::report {
namespace {

using results::Result;
using results::single_metric;

Result product(const char* precision, double tflops) {
  Result result;
  result.measured_case.benchmark = "matmul";
  result.measured_case.parameters.set("precision", std::string(precision));
  result.metrics = {single_metric("flops", tflops)};
  return result;
}

Result network(const char* precision, double tflops, double gflop, double gb) {
  Result result;
  result.measured_case.benchmark = "train";
  result.measured_case.parameters.set("precision", std::string(precision));
  result.metrics = {single_metric("flops", tflops), single_metric("flops_per_step", gflop),
                    single_metric("operator_bytes_per_step", gb)};
  return result;
}

Result copy(double gb_per_s) {
  Result result;
  result.measured_case.benchmark = "bandwidth";
  result.metrics = {single_metric("bandwidth", gb_per_s)};
  return result;
}

TEST(Roofline, PlacesWorkUnderTheMeasuredRoof) {
  results::Run run;
  run.results = {product("bf16", 700), product("bf16", 800), copy(4000),
                 network("bf16", 100, 1000, 20), network("bf16", 600, 1000, 1)};
  const Roofline roofline = roofline_of(run, nullptr);
  ASSERT_EQ(roofline.ceilings.size(), 1U);
  EXPECT_DOUBLE_EQ(roofline.ceilings[0].rate.value, 800e12);
  EXPECT_TRUE(roofline.ceilings[0].is_measured);
  EXPECT_DOUBLE_EQ(roofline.ridge(roofline.ceilings[0]), 200);
  ASSERT_EQ(roofline.points.size(), 2U);
  EXPECT_DOUBLE_EQ(roofline.points[0].intensity, 50);
  EXPECT_TRUE(roofline.points[0].is_memory_bound);
  EXPECT_DOUBLE_EQ(roofline.points[0].attainable.value, 200e12);
  EXPECT_DOUBLE_EQ(roofline.points[0].share(), 0.5);
  EXPECT_FALSE(roofline.points[1].is_memory_bound);
  EXPECT_DOUBLE_EQ(roofline.points[1].share(), 0.75);
}

TEST(Roofline, ARateOfTheCacheIsNoRoof) {
  results::Run run;
  run.results = {product("bf16", 800), copy(4000), copy(9000), network("bf16", 100, 1000, 20)};
  run.results[2].warnings = {{std::string(results::from_cache_key), {}}};
  EXPECT_DOUBLE_EQ(roofline_of(run, nullptr).bandwidth.value, 4000e9);
}

TEST(Roofline, TakesTheDatasheetWhereNothingWasMeasured) {
  const catalog::Gpu* h200 = catalog::embedded_catalog().gpus().find_id("h200-sxm");
  ASSERT_NE(h200, nullptr);
  results::Run run;
  run.results = {network("bf16", 100, 1000, 20)};
  const Roofline roofline = roofline_of(run, h200);
  ASSERT_EQ(roofline.points.size(), 1U);
  EXPECT_FALSE(roofline.bandwidth_is_measured);
  EXPECT_FALSE(roofline.ceilings[0].is_measured);
  EXPECT_DOUBLE_EQ(roofline.points[0].attainable.value, 50 * h200->memory_bandwidth.value);
}

TEST(Roofline, HasNoPointsWithoutBandwidthOrPeak) {
  results::Run run;
  run.results = {network("bf16", 100, 1000, 20)};
  EXPECT_TRUE(roofline_of(run, nullptr).points.empty());
  run.results.push_back(copy(4000));
  EXPECT_TRUE(roofline_of(run, nullptr).points.empty());
}

TEST(Roofline, SaysWhatIsLeftOutAndWhy) {
  Result wordless = copy(0);
  wordless.measured_case.benchmark = "norm_act";
  Result failed = network("bf16", 1, 1, 1);
  failed.status = results::Status::failed;
  failed.reason = Message{"engine.wrong", {}};
  results::Run run;
  run.results = {product("bf16", 800), copy(4000), wordless, failed, network("fp16", 9, 9, 1)};
  std::vector<std::string> reasons;
  for (const Unplaced& one : roofline_of(run, nullptr).left_out) reasons.push_back(one.reason.key);
  // A product that does not tell its bytes is a roof and no point.
  EXPECT_THAT(reasons, testing::ElementsAre("kernel.unplaced_no_work", "kernel.unplaced_no_work",
                                            "engine.wrong", "kernel.unplaced_no_roof"));
}

TEST(Roofline, IsOfOneDevice) {
  Result of_two = product("bf16", 1600);
  of_two.devices.resize(2);
  Result copy_of_two = copy(8000);
  copy_of_two.devices.resize(2);
  results::Run run;
  run.results = {product("bf16", 800), copy(4000), of_two, copy_of_two};
  const Roofline roofline = roofline_of(run, nullptr);
  EXPECT_DOUBLE_EQ(roofline.bandwidth.value, 4000e9);
  ASSERT_EQ(roofline.ceilings.size(), 1U);
  EXPECT_DOUBLE_EQ(roofline.ceilings[0].rate.value, 800e12);
  ASSERT_EQ(roofline.left_out.size(), 2U);
  EXPECT_EQ(roofline.left_out[1].reason.key, "kernel.unplaced_devices");
}

}  // namespace
}  // namespace wgf::report
