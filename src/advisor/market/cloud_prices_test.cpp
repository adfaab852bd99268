// SPDX-License-Identifier: MIT
#include "advisor/market/cloud_prices.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

using catalog::Availability;
using catalog::Offer;
using catalog::Offers;

const Day today = parse_date("2026-11-21")->first;

const catalog::GpuCatalog& gpus() {
  return catalog::embedded_catalog().gpus();
}

Offer offer(const std::string& provider, const std::string& gpu_id, double count, double usd,
            const char* date) {
  return {.provider = provider,
          .gpu_name = gpu_id,
          .gpu_id = gpu_id,
          .gpu_count = count,
          .on_demand = UsdPerHour(usd),
          .date = parse_date(date),
          .source = "a test"};
}

OfferFilter only(std::initializer_list<const char*> ids) {
  OfferFilter filter;
  for (const char* id : ids) filter.gpus.push_back(gpus().find_id(id));
  return filter;
}

TEST(CloudPrices, PerGpuPerTflopAndPerGb) {
  // H100 SXM: 989.4 dense TFLOP/s in bf16, 80 GB. 8 of them at 15.83 $/h are 1.97875 each.
  const Offers offers{offer("p", "h100-sxm", 8, 15.83, "2026-11-01")};
  const auto priced = priced_offers(offers, gpus(), {}, today);
  ASSERT_EQ(priced.size(), 1U);
  EXPECT_NEAR(priced[0].per_gpu.value, 1.97875, 1e-9);
  EXPECT_NEAR(*priced[0].usd_per_tflop, 1.97875 / 989.4, 1e-7);
  EXPECT_NEAR(*priced[0].usd_per_gb, 1.97875 / 80, 1e-12);
}

TEST(CloudPrices, OlderThanThirtyDaysIsStale) {
  EXPECT_EQ(freshness(parse_date("2026-10-22"), today), Freshness::fresh);  // 30 days
  EXPECT_EQ(freshness(parse_date("2026-10-21"), today), Freshness::stale);  // 31
  EXPECT_EQ(freshness(parse_date("2026-11"), today), Freshness::fresh);
  EXPECT_EQ(freshness(parse_date("2026-10"), today), Freshness::stale);  // may be of the 1st
  EXPECT_EQ(freshness(std::nullopt, today), Freshness::unknown);
  EXPECT_EQ(freshness(parse_date("2027-01-01"), today), Freshness::unknown);
}

TEST(CloudPrices, AnOfferWithBothPricesComesTwice) {
  Offers offers{offer("p", "l40s", 1, 1.0, "2026-11-01")};
  offers[0].spot = UsdPerHour(0.5);
  EXPECT_EQ(priced_offers(offers, gpus(), {}, today).size(), 2U);
  OfferFilter spot;
  spot.kind = RentalKind::spot;
  const auto priced = priced_offers(offers, gpus(), spot, today);
  ASSERT_EQ(priced.size(), 1U);
  EXPECT_EQ(priced[0].per_gpu, UsdPerHour(0.5));
}

TEST(CloudPrices, OpenVariantsPassWhereAllAreAskedFor) {
  Offers offers{offer("p", "", 1, 2.0, "2026-11-01")};
  offers[0].gpu_name = "H100";
  EXPECT_TRUE(priced_offers(offers, gpus(), only({"h100-sxm"}), today).empty());
  const auto priced =
      priced_offers(offers, gpus(), only({"h100-sxm", "h100-pcie", "h100-nvl"}), today);
  ASSERT_EQ(priced.size(), 1U);
  EXPECT_EQ(priced[0].card(), nullptr);
  EXPECT_FALSE(priced[0].usd_per_tflop);  // the PCIe card has fewer
  EXPECT_FALSE(priced[0].usd_per_gb);     // the NVL card has 94 GB
  offers[0].gpu_name = "A100-80GB";
  const auto a100 = priced_offers(offers, gpus(), only({"a100-sxm-80gb", "a100-pcie-80gb"}), today);
  ASSERT_EQ(a100.size(), 1U);
  EXPECT_NEAR(*a100[0].usd_per_gb, 0.025, 1e-12);  // both have 80 GB
}

TEST(CloudPrices, EveryFilterKeepsWhatItSays) {
  Offers offers{offer("a", "h100-sxm", 8, 16, "2026-11-01"), offer("b", "l4", 1, 0.5, "2026-11-01"),
                offer("b", "b200", 1, 4, "2026-11-01")};
  offers[0].region = "us-east-1";
  offers[2].availability = Availability::low;
  const auto names = [&](const OfferFilter& filter) {
    std::string text;
    for (const PricedOffer& one : priced_offers(offers, gpus(), filter, today))
      text += one.offer->gpu_id + " ";
    return text;
  };
  EXPECT_EQ(names({.providers = {"b"}}), "l4 b200 ");
  EXPECT_EQ(names({.regions = {"us-east-1"}}), "h100-sxm ");
  EXPECT_EQ(names({.least_memory = catalog::MemoryWish{100}}), "b200 ");
  EXPECT_EQ(names({.gpu_count = 8}), "h100-sxm ");
  EXPECT_EQ(names({.only_available = true}), "b200 ");
}

TEST(CloudPrices, CheapestByEachMeasure) {
  const Offers offers{offer("a", "h100-sxm", 1, 2.0, "2026-11-01"),
                      offer("b", "l4", 1, 0.5, "2026-11-01"),
                      offer("c", "l4", 1, 0.4, "2026-01-01")};
  const auto priced = priced_offers(offers, gpus(), {}, today);
  const auto best = [&](PriceMeasure measure, bool only_fresh) {
    return cheapest(priced, RentalKind::on_demand, measure, only_fresh)->offer->provider;
  };
  EXPECT_EQ(best(PriceMeasure::per_gpu, false), "c");
  EXPECT_EQ(best(PriceMeasure::per_gpu, true), "b");
  EXPECT_EQ(best(PriceMeasure::per_tflop, false), "a");  // 2.0 / 989 against 0.4 / 121
  EXPECT_EQ(best(PriceMeasure::per_gb, false), "c");     // 0.4 / 24 against 2.0 / 80
  EXPECT_EQ(cheapest(priced, RentalKind::spot, PriceMeasure::per_gpu), nullptr);
}

TEST(CloudPrices, WhatIsSoldOutIsListedButNeverTheCheapest) {
  Offers offers{offer("gone", "l4", 1, 0.1, "2026-11-01"),
                offer("here", "l4", 1, 0.5, "2026-11-01")};
  offers[0].availability = Availability::none;
  const auto priced = priced_offers(offers, gpus(), {}, today);
  ASSERT_EQ(priced.size(), 2U);
  EXPECT_EQ(cheapest(priced, RentalKind::on_demand, PriceMeasure::per_gpu)->offer->provider,
            "here");
  EXPECT_EQ(on_demand_range(priced, *gpus().find_id("l4"))->low, UsdPerHour(0.5));
}

TEST(CloudPrices, EqualPricesTheNewerFirst) {
  const Offers offers{offer("old", "l4", 1, 0.5, "2026-01-01"), offer("undated", "l4", 1, 0.5, ""),
                      offer("new", "l4", 1, 0.5, "2026-11-01")};
  auto priced = priced_offers(offers, gpus(), {}, today);
  sort_by_measure(priced, PriceMeasure::per_gpu);
  EXPECT_EQ(priced[0].offer->provider, "new");
  EXPECT_EQ(priced[2].offer->provider, "undated");
}

TEST(CloudPrices, ALaterPriceOfTheSameMachineReplacesAnEarlierOne) {
  const auto left = [](Offer earlier, Offer later) {
    later.source = "another";
    return priced_offers({std::move(earlier), std::move(later)}, gpus(), {}, today).size();
  };
  const Offer earlier = offer("p", "mi300x", 1, 1.99, "2026-05-24");
  const Offer later = offer("p", "mi300x", 1, 2.59, "2026-08-22");
  EXPECT_EQ(left(earlier, later), 1U);
  const auto priced = priced_offers({later, earlier}, gpus(), {}, today);
  EXPECT_EQ(priced.size(), 2U);  // of one source they stand beside each other
  EXPECT_EQ(left(earlier, offer("q", "mi300x", 1, 2.59, "2026-08-22")), 2U);
  EXPECT_EQ(left(earlier, offer("p", "mi300x", 8, 2.59, "2026-08-22")), 2U);
  EXPECT_EQ(left(earlier, offer("p", "mi300x", 1, 2.59, "2027-08-22")), 2U);  // still to come
  Offer here = earlier, there = later;
  here.region = "here";
  EXPECT_EQ(left(here, there), 1U);
  there.region = "there";
  EXPECT_EQ(left(here, there), 2U);
  Offer undated = earlier;
  undated.date.reset();
  EXPECT_EQ(left(undated, later), 2U);
}

TEST(CloudPrices, RangeIsOfTheVeryCard) {
  const Offers offers{offer("a", "l4", 2, 1.6, "2026-11-01"),
                      offer("b", "l4", 1, 0.5, "2026-11-01"),
                      offer("c", "l40", 1, 9, "2026-11-01")};
  const auto priced = priced_offers(offers, gpus(), {}, today);
  const auto range = on_demand_range(priced, *gpus().find_id("l4"));
  ASSERT_TRUE(range);
  EXPECT_EQ(range->low, UsdPerHour(0.5));
  EXPECT_EQ(range->high, UsdPerHour(0.8));
  EXPECT_EQ(range->offers, 2);
  EXPECT_FALSE(on_demand_range(priced, *gpus().find_id("b200")));
}

}  // namespace
}  // namespace wgf::advisor
