// SPDX-License-Identifier: MIT
#include "base/distributions.h"

#include <gtest/gtest.h>

#include <numbers>

namespace wgf {
namespace {

// Printed tables: t with 1 degree of freedom is Cauchy, P(|T| >= 1) = 1/2.
TEST(StudentT, TailsAgreeWithTables) {
  EXPECT_NEAR(student_t_two_sided(1, 1), 0.5, 1e-12);
  EXPECT_NEAR(student_t_two_sided(2.776445, 4), 0.05, 1e-7);
  EXPECT_NEAR(student_t_two_sided(-2.776445, 4), 0.05, 1e-7);
  EXPECT_NEAR(student_t_two_sided(0, 4), 1, 1e-12);
  EXPECT_NEAR(student_t_two_sided(1.959964, 1e7), 0.05, 1e-6);
}

TEST(StudentT, CriticalValuesAgreeWithTables) {
  EXPECT_NEAR(student_t_critical(0.05, 4), 2.776445, 1e-6);
  EXPECT_NEAR(student_t_critical(0.01, 3), 5.840909, 1e-6);
  EXPECT_NEAR(student_t_critical(0.001, 10), 4.586894, 1e-6);
  // The far tail of few degrees of freedom, and one that is not whole.
  EXPECT_NEAR(student_t_two_sided(student_t_critical(1e-9, 2), 2), 1e-9, 1e-15);
  EXPECT_NEAR(student_t_two_sided(student_t_critical(2e-4, 5.5), 5.5), 2e-4, 1e-10);
}

TEST(FisherF, UpperTailAgreesWithTables) {
  EXPECT_NEAR(fisher_f_upper(6.388233, 4, 4), 0.05, 1e-6);
  EXPECT_NEAR(fisher_f_upper(4.964603, 1, 10), 0.05, 1e-6);
  EXPECT_EQ(fisher_f_upper(0, 4, 4), 1);
}

TEST(Gamma, DerivativesAtOneAndBack) {
  EXPECT_NEAR(digamma(1), -std::numbers::egamma, 1e-10);
  EXPECT_NEAR(trigamma(1), std::numbers::pi * std::numbers::pi / 6, 1e-9);
  for (const double x : {0.3, 1.0, 4.0, 250.0})
    EXPECT_NEAR(trigamma_inverse(trigamma(x)), x, 1e-6 * x);
}

}  // namespace
}  // namespace wgf
