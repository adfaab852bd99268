// SPDX-License-Identifier: MIT
#include "results/link_times.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::results {
namespace {

TEST(LinkTimes, AreReadAsTheyAreWritten) {
  const LinkTimes times = parse_link_times("all_reduce 50:100; send_recv 2.5:0.5");
  EXPECT_EQ(to_text(times), "all_reduce 50:100; send_recv 2.5:0.5");
  EXPECT_DOUBLE_EQ(times.at("send_recv").bytes_per_s, 5e8);
}

TEST(LinkTimes, CountTheBytesOverALinkAsNcclTestsDo) {
  const LinkTimes times = parse_link_times("all_reduce 50:100; all_gather 10:100");
  EXPECT_NEAR(exchange_time(times, "all_reduce", 1e9, 4).value, 50e-6 + 15e-3, 1e-12);
  EXPECT_NEAR(exchange_time(times, "all_gather", 1e9, 4).value, 10e-6 + 7.5e-3, 1e-12);
  // Not known: as the first that is.
  EXPECT_NEAR(exchange_time(times, "reduce_scatter", 1e9, 4).value, 10e-6 + 7.5e-3, 1e-12);
  EXPECT_EQ(exchange_time(times, "all_reduce", 1e9, 1).value, 0);
  EXPECT_EQ(exchange_time({}, "all_reduce", 1e9, 2).value, 0);
}

TEST(LinkTimes, ThatWereMeasuredAreReadAsTheyAreWritten) {
  const char* text = "all_reduce@2 1048576=23.8 16777216=82.7 268435456=923; send_recv 2.5:0.5";
  const LinkTimes times = parse_link_times(text);
  EXPECT_EQ(to_text(times), text);
  EXPECT_EQ(times.at("all_reduce").measured->ranks, 2);
  EXPECT_DOUBLE_EQ(times.at("all_reduce").measured->times.at(16777216).value, 82.7e-6);
}

TEST(LinkTimes, LieBetweenMeasuredSizes) {
  const LinkTimes times = parse_link_times("all_reduce@2 1000=10 100000=40 200000=70");
  const auto micro = [&](double bytes) {
    return 1e6 * exchange_time(times, "all_reduce", bytes, 2).value;
  };
  EXPECT_NEAR(micro(1), 10, 1e-9);
  EXPECT_NEAR(micro(1000), 10, 1e-9);
  EXPECT_NEAR(micro(10000), 20, 1e-9);
  EXPECT_NEAR(micro(100000), 40, 1e-9);
  EXPECT_NEAR(micro(200000), 70, 1e-9);
  EXPECT_NEAR(micro(300000), 100, 1e-9);
  const LinkTimes one = parse_link_times("all_reduce@2 1000=10");
  EXPECT_NEAR(1e6 * exchange_time(one, "all_reduce", 3000, 2).value, 30, 1e-9);
}

// Of four ranks each link carries 1.5 times as much for a sum, and for a gathering half as much as
// for a sum.
TEST(LinkTimes, ThatWereMeasuredCountByTheBytesOverALink) {
  const LinkTimes times = parse_link_times("all_reduce@2 1000=10 2000=20");
  EXPECT_NEAR(exchange_time(times, "all_reduce", 1000, 4).value, 15e-6, 1e-12);
  EXPECT_NEAR(exchange_time(times, "all_gather", 1000, 4).value, 7.5e-6, 1e-12);
}

TEST(LinkTimes, RefuseWhatIsNone) {
  for (const char* text :
       {"", "all_reduce", "all_reduce 5", "all_reduce 5:0", "all_reduce -1:5", "all_reduce 5:5;",
        "50:100", "all_reduce 5:inf", "all_reduce@1 5=5", "all_reduce@x 5=5", "all_reduce@2 5:5",
        "all_reduce@2 5=0", "all_reduce@2 0=5", "all_reduce@2 5=5,6=6", "@2 5=5"})
    EXPECT_THROW(parse_link_times(text), Error) << text;
}

}  // namespace
}  // namespace wgf::results
