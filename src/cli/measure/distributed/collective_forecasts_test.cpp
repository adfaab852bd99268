// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/collective_forecasts.h"

#include <gtest/gtest.h>

namespace wgf::cli {
namespace {

results::Result measured(const char* operation, std::int64_t bytes, const char* card) {
  results::Result result;
  result.measured_case = {.benchmark = "collective",
                          .parameters = {{"operation", std::string(operation)},
                                         {"bytes", bytes},
                                         {"ranks", std::int64_t{2}},
                                         {"through", std::string("nccl")}}};
  result.devices.assign(2, {.catalog_id = card});
  return result;
}

// Two H200 were measured: 3.27 ms of 1 GiB.
TEST(CollectiveForecasts, HoldWhatWasMeasured) {
  results::Run run;
  run.results = {measured("all_reduce", 1 << 30, "h200-sxm"),
                 measured("broadcast", 1 << 20, "h200-sxm"), measured("all_reduce", 1 << 20, "")};
  add_collective_forecasts(run, catalog::Catalog());
  const results::Metric* forecast = run.results[0].find("step_forecast");
  ASSERT_NE(forecast, nullptr);
  ASSERT_TRUE(forecast->interval);
  EXPECT_LT(forecast->interval->low, 3.27);
  EXPECT_GT(forecast->interval->high, 3.27);
  EXPECT_LT(forecast->interval->high, 2 * forecast->interval->low);
  EXPECT_EQ(run.results[1].find("step_forecast"), nullptr);
  EXPECT_EQ(run.results[2].find("step_forecast"), nullptr);
}

}  // namespace
}  // namespace wgf::cli
