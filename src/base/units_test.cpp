// SPDX-License-Identifier: MIT
#include "base/units.h"

#include <gtest/gtest.h>

namespace wgf {
namespace {

TEST(Units, DecimalAndBinaryMemoryAreNotMixed) {
  EXPECT_DOUBLE_EQ(in_gib(Bytes(gibi)), 1.0);
  EXPECT_DOUBLE_EQ(in_gb(Bytes(gibi)), 1.073741824);
}

TEST(Units, BytesOverTimeIsBandwidth) {
  // 8 GiB in 2 ms = 4294.967296 GB/s
  EXPECT_DOUBLE_EQ((Bytes(8 * gibi) / Seconds(0.002)).value / giga, 4294.967296);
}

TEST(Units, PowerTimesTimeIsEnergy) {
  EXPECT_DOUBLE_EQ((Watts(350) * Seconds(2)).value, 700.0);
}

TEST(Units, QuantitiesCompareAndAdd) {
  EXPECT_LT(Seconds(1), Seconds(2));
  EXPECT_EQ(Bytes(1) + Bytes(2), Bytes(3));
}

}  // namespace
}  // namespace wgf
