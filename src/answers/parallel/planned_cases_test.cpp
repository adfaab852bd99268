// SPDX-License-Identifier: MIT
#include "answers/parallel/planned_cases.h"

#include <gtest/gtest.h>

#include "answers/parallel/forecast_rows.h"
#include "answers/test_surroundings.h"

namespace wgf::answers {
namespace {

PlanAnswer planned(const char* gpus, const char* top) {
  const PlanOptions options{.network = {.model = "llama-3.1-8b"},
                            .gpus = {gpus},
                            .precisions = {"bf16"},
                            .global_batch = "64",
                            .top = top};
  return *plan(parse_plan_request(options, catalog_of_tests()), surroundings_of_tests()).answer;
}

// All GPUs, the batch of a step, in the order of the plans; and forecasts take every one of them.
TEST(PlannedCases, AreTrainingsOfTheWholeStepOnAllGpus) {
  const PlanAnswer answer = planned("8xh100-sxm", "5");
  const auto cases = planned_cases(answer.request, answer.pools[0], catalog_of_tests().models(), 3);
  ASSERT_EQ(cases.size(), 3U);
  for (const results::Case& value : cases) {
    EXPECT_EQ(value.ranks(), 8);
    EXPECT_EQ(value.parameters.integer("dp", 1) * value.parameters.integer("batch_size") *
                  value.parameters.integer("accumulate", 1),
              64);
    EXPECT_EQ(forecast_result(value, "h100-sxm", surroundings_of_tests()).status,
              results::Status::ok)
        << value.key();
  }
  const advisor::Layout& fastest = answer.pools[0].best.front().one.work.layout;
  EXPECT_EQ(cases[0].parameters.integer("tp", 1), fastest.tp);
  EXPECT_EQ(cases[0].parameters.integer("pp", 1), fastest.pp);
}

// A pipeline of the engine shares out the optimizer at most.
TEST(PlannedCases, LeaveOutWhatTheEngineDoesNotTrain) {
  PlanAnswer answer = planned("8xh100-sxm", "3");
  for (advisor::TrainingForecast& plan : answer.pools[0].best) {
    plan.one.work.layout = {.pp = 8};
    plan.one.work.zero = 3;
  }
  EXPECT_TRUE(
      planned_cases(answer.request, answer.pools[0], catalog_of_tests().models(), 3).empty());
}

}  // namespace
}  // namespace wgf::answers
