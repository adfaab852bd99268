// SPDX-License-Identifier: MIT
#include "runner/fitting_batches.h"

#include <gtest/gtest.h>

#include "runner/memory_forecast.h"

namespace wgf::runner {
namespace {

results::Case train(const char* model, std::int64_t batch) {
  return {.benchmark = "train",
          .parameters = {{"model", std::string(model)},
                         {"batch_size", batch},
                         {"precision", std::string("bf16")}},
          .device = "cuda:0"};
}

TEST(FittingBatches, AreHalvedUntilTheForecastFits) {
  const catalog::ModelCatalog& models = catalog::embedded_catalog().models();
  std::vector<results::Case> plan{train("resnet50", 256), train("resnet50", 16)};
  const Bytes free(8 * gibi);
  const auto lowered = lower_batches(plan, models, free);
  ASSERT_EQ(plan.size(), 2u);
  const std::int64_t batch = plan[0].parameters.integer("batch_size");
  EXPECT_LE(forecast_memory(plan[0], models)->total(), free);
  EXPECT_GT(forecast_memory(train("resnet50", 2 * batch), models)->total(), free);
  EXPECT_EQ(plan[1].parameters.integer("batch_size"), 16);
  ASSERT_EQ(lowered.size(), 1u);
  EXPECT_EQ(lowered[0].key, plan[0].key());
  EXPECT_EQ(lowered[0].note.key, "runner.batch_lowered");
}

TEST(FittingBatches, StayAsPlannedWhereThereIsRoom) {
  std::vector<results::Case> plan{train("resnet50", 256)};
  EXPECT_TRUE(lower_batches(plan, catalog::embedded_catalog().models(), Bytes(80 * gibi)).empty());
  EXPECT_EQ(plan[0].parameters.integer("batch_size"), 256);
}

TEST(FittingBatches, ThatBecomeEqualAreMeasuredOnce) {
  std::vector<results::Case> plan{train("resnet50", 2), train("resnet50", 1)};
  lower_batches(plan, catalog::embedded_catalog().models(), Bytes(1));
  ASSERT_EQ(plan.size(), 1u);
  EXPECT_EQ(plan[0].parameters.integer("batch_size"), 1);
}

}  // namespace
}  // namespace wgf::runner
