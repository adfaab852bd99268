// SPDX-License-Identifier: MIT
#include "base/date.h"

#include <gtest/gtest.h>

namespace wgf {
namespace {

TEST(Date, IsReadAndWrittenAsItStands) {
  for (const char* text : {"2026-11-09", "2024-02-29", "2026-04", "2020"})
    EXPECT_EQ(to_text(parse_date(text).value()), text);
}

TEST(Date, WhatIsNoDateIsNone) {
  for (const char* text : {"", "unknown", "2026-13", "2026-00", "2026-02-30", "2025-02-29", "26-01",
                           "2026-1-01", "2026-01-01-01", "0001", "2026-01-0a", " 2026"})
    EXPECT_FALSE(parse_date(text)) << text;
}

TEST(Date, AgeCountsFromTheFirstDayItCanMean) {
  const Day today = parse_date("2026-11-21")->first;
  EXPECT_EQ(age_in_days(*parse_date("2026-11-21"), today), 0);
  EXPECT_EQ(age_in_days(*parse_date("2026-10-22"), today), 30);
  EXPECT_EQ(age_in_days(*parse_date("2026-11"), today), 20);
  EXPECT_EQ(age_in_days(*parse_date("2026"), today), 324);  // 365 - 41
  EXPECT_EQ(age_in_days(*parse_date("2026-11-23"), today), -2);
}

TEST(Date, MonthEndsOnItsLastDay) {
  EXPECT_EQ(parse_date("2024-02")->last, parse_date("2024-02-29")->first);
  EXPECT_EQ(parse_date("2026")->last, parse_date("2026-12-31")->first);
}

}  // namespace
}  // namespace wgf
