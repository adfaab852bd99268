// SPDX-License-Identifier: MIT
#include "truth/row_power.h"

#include <gtest/gtest.h>

#include <cmath>

#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

const catalog::Gpu& h100() {
  return *catalog::embedded_catalog().gpus().find_id("h100-sxm");  // 700 W
}

// Watts; 0 where none is stated, below 0 where the row is to be listed.
double limit(const char* cell, const char* notes) {
  try {
    const auto found = power_limit_of(cell, notes, h100());
    return found ? found->value : 0;
  } catch (const Unreadable&) {
    return -1;
  }
}

TEST(RowPower, LimitsInCellsAndNotes) {
  for (const char* cell : {"H100 SXM (power limited 500W)", "500W H100", "H100 @ 500 W",
                           "H100, 500 W cap", "H100 (PL 500W)"})
    EXPECT_EQ(limit(cell, ""), 500) << cell;
  for (const char* notes :
       {"2.4 TB/s, 500 W power limit; torch.compile", "power cap 500W", "capped at 500 W",
        "limited to 500W", "nvidia-smi -pl 500", "PL=500W", "700 W card limited to 500 W",
        "power limit 500", "TDP 500W", "running at 500W", "500W mode", "board power limit 500 W",
        "power-limited to 500 watts"})
    EXPECT_EQ(limit("H100 SXM", notes), 500) << notes;
  for (const char* notes : {"power limit 60%", "60 % power limit", "limited to 60 %", "PL 60%",
                            "60% PL", "TDP limited to 60 percent"})
    EXPECT_NEAR(limit("H100 SXM", notes), 420, 1e-6) << notes;
  EXPECT_NEAR(limit("H100 SXM limited to 60 %", ""), 420, 1e-6);
}

TEST(RowPower, OwnPowerAndOtherLimitsAreNone) {
  EXPECT_EQ(limit("H100 SXM (700W)", ""), 0);
  for (const char* none :
       {"peak wall power 500 W", "no power limit", "power limit: none", "limited to 16 nodes",
        "board power limit 700 W", "default power limit", "memory limited", "400W PSU each",
        "PL 1.9", "power limit: unlimited", "average power 500 W", "TDP 700W",
        "memory capped at 60 %", "capacity 500 W", "no overclock"})
    EXPECT_EQ(limit("H100 SXM", none), 0) << none;
}

TEST(RowPower, LimitsThatAreNotUnderstoodAreListed) {
  EXPECT_EQ(limit("H100 SXM (power limited)", ""), -1);
  for (const char* notes :
       {"power limited", "power limit 1200 W", "power limit 60 W", "undervolted",
        "locked to 1410 MHz", "GPU clocks locked at 1410 MHz", "-lgc 1200"})
    EXPECT_EQ(limit("H100 SXM", notes), -1) << notes;
}

TEST(RowPower, UnitsAreAsMuchSlowerAsTheClock) {
  const catalog::Gpu limited = limited_card(h100(), Watts{350});
  const double clock = std::cbrt(0.5);
  EXPECT_DOUBLE_EQ(limited.tdp->value, 700 * clock);
  EXPECT_DOUBLE_EQ(limited.peak.bf16->value, h100().peak.bf16->value * clock);
  EXPECT_DOUBLE_EQ(limited.peak.fp32->value, h100().peak.fp32->value * clock);
  EXPECT_EQ(limited.memory_bandwidth.value, h100().memory_bandwidth.value);
}

}  // namespace
}  // namespace wgf::truth
