// SPDX-License-Identifier: MIT
#include "results/case.h"

#include <gtest/gtest.h>

#include "results/result.h"

namespace wgf::results {
namespace {

Case of_file(const char* precision) {
  Case value{.benchmark = "user_model", .parameters = {{"model", "net.pt2"}, {"launch", "eager"}}};
  if (precision != nullptr) value.parameters.set("precision", precision);
  return value;
}

TEST(Case, ThatLeavesThePrecisionOpenIsAnsweredInAny) {
  EXPECT_TRUE(of_file(nullptr).is_answered_by(of_file(nullptr)));
  EXPECT_TRUE(of_file(nullptr).is_answered_by(of_file("bf16")));
  EXPECT_TRUE(of_file("bf16").is_answered_by(of_file("bf16")));
  EXPECT_FALSE(of_file("bf16").is_answered_by(of_file("fp32")));
  EXPECT_FALSE(of_file("bf16").is_answered_by(of_file(nullptr)));
  Case other = of_file("bf16");
  other.parameters.set("model", "other.pt2");
  EXPECT_FALSE(of_file(nullptr).is_answered_by(other));
}

TEST(Case, ThatLeavesThePrecisionOpenIsCountedOnce) {
  results::Run run;
  run.plan = {of_file(nullptr), of_file("fp16")};
  EXPECT_EQ(planned_cases(run), 2U);
  Result result;
  result.measured_case = of_file("bf16");
  run.results = {result};
  EXPECT_EQ(planned_cases(run), 2U);
  run.results.front().measured_case = of_file("fp16");
  EXPECT_EQ(planned_cases(run), 2U);
}

}  // namespace
}  // namespace wgf::results
