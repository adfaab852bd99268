// SPDX-License-Identifier: MIT
#include "advisor/market/price_performance.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

using catalog::Offer;
using catalog::Offers;

const catalog::GpuCatalog& gpus() {
  return catalog::embedded_catalog().gpus();
}

Offer offer(const std::string& gpu_id, double count, double usd, const char* date) {
  return {.provider = "p",
          .gpu_name = gpu_id,
          .gpu_id = gpu_id,
          .gpu_count = count,
          .on_demand = UsdPerHour(usd),
          .date = parse_date(date)};
}

results::RankRow row(const std::string& gpu, double total) {
  return {.gpu = gpu, .total = total};
}

std::vector<PricePerformance> list_of(const Offers& offers,
                                      const std::vector<results::RankRow>& ranking) {
  const auto priced = priced_offers(offers, gpus(), {}, parse_date("2026-11-21")->first);
  return price_performance(ranking, priced, gpus());
}

TEST(PricePerformance, ACardCountsAtItsCheapestFreshSingleGpuAndAtAnOldOneOnlyWhereNoneIsFresh) {
  const Offers offers{offer("l4", 1, 0.50, "2026-11-01"), offer("l4", 1, 0.20, "2026-01-01"),
                      offer("l4", 2, 0.30, "2026-11-01"), offer("b200", 1, 4.0, "2026-01-01")};
  const auto list = list_of(offers, {row("b200", 80), row("l4", 8), row("t4", 3)});
  ASSERT_EQ(list.size(), 2U);  // nobody offers a T4
  EXPECT_EQ(list[0].gpu, "b200");
  EXPECT_DOUBLE_EQ(list[0].index, 20);  // 80 / 4.00, stale, and said so
  EXPECT_FALSE(list[0].is_fresh());
  EXPECT_FALSE(list[0].older_index());
  EXPECT_DOUBLE_EQ(list[1].index, 16);  // 8 / 0.50: neither the old one nor half of two
  EXPECT_TRUE(list[1].is_fresh());
  EXPECT_DOUBLE_EQ(*list[1].older_index(), 40);  // 8 / 0.20
}

TEST(PricePerformance, TheCheapestSingleGpuOfAnyAgeIsNotTheFreshOne) {
  const Offers offers{offer("l4", 1, 0.50, "2026-11-01"), offer("l4", 1, 0.20, "2026-01-01"),
                      offer("l4", 2, 0.30, "2026-11-01"), offer("l4", 0.5, 0.05, "2026-11-01")};
  const auto priced = priced_offers(offers, gpus(), {}, parse_date("2026-11-21")->first);
  const SingleOffers l4 = single_gpu_offers(priced, *gpus().find_id("l4"));
  ASSERT_NE(l4.cheapest, nullptr);
  EXPECT_DOUBLE_EQ(l4.cheapest->per_gpu.value, 0.20);
  EXPECT_EQ(l4.cheapest->freshness, Freshness::stale);
  EXPECT_DOUBLE_EQ(l4.fresh->per_gpu.value, 0.50);
  EXPECT_EQ(l4.best(), l4.fresh);
  EXPECT_EQ(single_gpu_offers(priced, *gpus().find_id("t4")).cheapest, nullptr);
}

TEST(PricePerformance, WhatIsSoldOutIsNoPrice) {
  Offers offers{offer("l4", 1, 0.20, "2026-11-01"), offer("l4", 1, 0.50, "2026-11-01")};
  offers[0].availability = catalog::Availability::none;
  EXPECT_DOUBLE_EQ(list_of(offers, {row("l4", 8)}).front().index, 16);
}

TEST(PricePerformance, AFreshPriceTakesThePlaceOfAnOldOne) {
  Offers offers{offer("l4", 1, 0.20, "2026-01-01"), offer("t4", 1, 0.20, "2026-01-01")};
  const std::vector<results::RankRow> ranking{row("l4", 8), row("t4", 4)};
  EXPECT_EQ(list_of(offers, ranking)[0].gpu, "l4");
  offers.push_back(offer("l4", 1, 5, "2026-11-01"));
  const auto after = list_of(offers, ranking);
  EXPECT_EQ(after[1].gpu, "l4");
  EXPECT_DOUBLE_EQ(after[1].index, 1.6);
}

TEST(PricePerformance, StarsAreFifthsOfTheList) {
  Offers offers;
  std::vector<results::RankRow> ranking;
  const char* cards[] = {"l4",   "t4",       "a10",      "l40s",
                         "b200", "rtx-4090", "h100-sxm", "v100-sxm2-16gb",
                         "a40",  "rtx-3090"};
  for (int i = 0; i < 10; ++i) {
    offers.push_back(offer(cards[i], 1, 1.0, "2026-11-01"));
    ranking.push_back(row(cards[i], 10.0 * (10 - i)));
  }
  std::vector<int> stars;
  const auto list = list_of(offers, ranking);
  for (const PricePerformance& one : list) stars.push_back(one.stars);
  EXPECT_EQ(stars, (std::vector<int>{5, 5, 4, 4, 3, 3, 2, 2, 1, 1}));
  EXPECT_EQ(stars_among(list, 1000), 5);
  EXPECT_EQ(stars_among(list, 0), 1);
  EXPECT_EQ(stars_among(list, 55), 3);  // five are better: the third fifth begins
}

}  // namespace
}  // namespace wgf::advisor
