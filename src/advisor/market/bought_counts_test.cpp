// SPDX-License-Identifier: MIT
#include "advisor/market/bought_counts.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

using Counts = std::vector<int>;

Counts counts_of(const char* id) {
  return bought_counts(*catalog::embedded_catalog().gpus().find_id(id));
}

TEST(BoughtCounts, ModulesAreSoldByTheBoardAndCardsByOne) {
  EXPECT_EQ(counts_of("rtx-4090"), (Counts{1, 2, 4, 8}));
  EXPECT_EQ(counts_of("h100-pcie"), (Counts{1, 2, 4, 8}));
  EXPECT_EQ(counts_of("l4"), (Counts{1, 2, 4, 8}));
  EXPECT_EQ(counts_of("h100-sxm"), (Counts{4, 8}));
  EXPECT_EQ(counts_of("a100-sxm-80gb"), (Counts{4, 8}));
  EXPECT_EQ(counts_of("b200"), (Counts{8}));
  EXPECT_EQ(counts_of("mi355x"), (Counts{8}));
  EXPECT_EQ(counts_of("gaudi3"), (Counts{8}));
  EXPECT_EQ(counts_of("gh200-96gb"), (Counts{1, 2}));
  EXPECT_EQ(counts_of("jetson-agx-thor"), (Counts{1}));
}

TEST(BoughtCounts, RacksAndWhatIsOnlyRentedAreNotBoughtByTheCard) {
  EXPECT_TRUE(counts_of("gb200").empty());
  EXPECT_TRUE(counts_of("gb300").empty());
  EXPECT_TRUE(counts_of("tpu-v5e").empty());
}

}  // namespace
}  // namespace wgf::advisor
