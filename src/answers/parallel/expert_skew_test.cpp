// SPDX-License-Identifier: MIT
#include "answers/parallel/expert_skew.h"

#include <gtest/gtest.h>

namespace wgf::answers {
namespace {

// Of two experts with odds 1 and 1/2 the first is two thirds of the choices.
TEST(ExpertSkew, OneChoiceFollowsTheOdds) {
  EXPECT_NEAR(skewed_imbalance(2, 1, 2), 2 * 2.0 / 3, 1e-3);
  const double sum = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
  EXPECT_NEAR(skewed_imbalance(4, 1, 4), 4 / sum, 1e-3);
  EXPECT_NEAR(skewed_imbalance(4, 1, 2), 2 * 1.5 / sum, 1e-3);
}

// Of three with odds 1, 1/2, 1/3 the first is among two: 6/11 + 3/11 x 6/8 + 2/11 x 6/9.
TEST(ExpertSkew, ASecondChoiceIsAmongThoseLeft) {
  const double first = 6 / 11.0 + 3 / 11.0 * 6 / 8 + 2 / 11.0 * 6 / 9;
  EXPECT_NEAR(skewed_imbalance(3, 2, 3), 3 * first / 2, 1e-3);
}

TEST(ExpertSkew, IsNoneWhereAllAreTakenOrAllAreHere) {
  EXPECT_NEAR(skewed_imbalance(4, 4, 2), 1, 1e-9);
  EXPECT_NEAR(skewed_imbalance(8, 2, 1), 1, 1e-2);
  EXPECT_GT(skewed_imbalance(64, 2, 8), skewed_imbalance(64, 8, 8));
}

}  // namespace
}  // namespace wgf::answers
