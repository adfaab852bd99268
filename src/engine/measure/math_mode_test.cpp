// SPDX-License-Identifier: MIT
#include "engine/measure/math_mode.h"

#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

TEST(MathMode, Tf32CameWithAmpere) {
  EXPECT_FALSE(has_tf32("6.1"));
  EXPECT_FALSE(has_tf32("7.5"));
  EXPECT_TRUE(has_tf32("8.0"));
  EXPECT_TRUE(has_tf32("12.0"));
  EXPECT_TRUE(has_tf32(""));  // not known
}

}  // namespace
}  // namespace wgf::engine
