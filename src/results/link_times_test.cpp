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

TEST(LinkTimes, RefuseWhatIsNone) {
  for (const char* text : {"", "all_reduce", "all_reduce 5", "all_reduce 5:0", "all_reduce -1:5",
                           "all_reduce 5:5;", "50:100"})
    EXPECT_THROW(parse_link_times(text), Error) << text;
}

}  // namespace
}  // namespace wgf::results
