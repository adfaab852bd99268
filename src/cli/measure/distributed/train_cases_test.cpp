// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/train_cases.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::cli {
namespace {

class TrainCases : public testing::Test {
 protected:
  std::vector<results::Case> cases(const TrainOptions& typed, const char* device) const {
    return train_cases(typed, {}, device, catalog_.models());
  }
  const catalog::Catalog catalog_;
};

TEST_F(TrainCases, RanksTakeGpusOneAfterAnother) {
  const auto all = cases({.ranks = "1,2"}, "cuda:0");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].device, "cuda:0");
  EXPECT_EQ(all[0].ranks(), 1);
  EXPECT_EQ(all[1].device, "cuda:0,cuda:1");
  EXPECT_EQ(all[1].ranks(), 2);
  EXPECT_EQ(cases({.ranks = "4"}, "cpu")[0].device, "cpu");
}

TEST_F(TrainCases, EveryWayToExchangeWithEveryOther) {
  const auto all =
      cases({.ranks = "2", .buckets = "1,25", .overlap = "on,off", .gradient_type = "fp32,bf16"},
            "cuda:0");
  EXPECT_EQ(all.size(), 8U);
  EXPECT_EQ(all[0].parameters.integer("bucket_mb"), 1);
  EXPECT_FALSE(all[0].parameters.find("overlap"));
  EXPECT_EQ(all.back().parameters.text("gradient_type"), "bf16");
}

TEST_F(TrainCases, RefusesWhatCannotBe) {
  EXPECT_THROW(cases({.ranks = "0"}, "cpu"), Error);
  EXPECT_THROW(cases({.ranks = "2", .overlap = "maybe"}, "cpu"), Error);
  EXPECT_THROW(cases({.ranks = "2", .gradient_type = "fp8"}, "cpu"), Error);
}

}  // namespace
}  // namespace wgf::cli
