// SPDX-License-Identifier: MIT
#include "advisor/market/rent.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

using catalog::Offer;
using catalog::Offers;

const catalog::Gpu& gpu(const char* id) {
  return *catalog::embedded_catalog().gpus().find_id(id);
}

Offer offer(const std::string& gpu_id, double count, double usd, const char* date) {
  return {.provider = "p",
          .gpu_name = gpu_id,
          .gpu_id = gpu_id,
          .gpu_count = count,
          .on_demand = UsdPerHour(usd),
          .date = parse_date(date)};
}

double rent_of(const Offers& offers, const char* id, bool only_fresh = false) {
  const auto priced = priced_offers(offers, catalog::embedded_catalog().gpus(), {},
                                    parse_date("2026-11-21")->first);
  const PricedOffer* one = rent_offer(priced, gpu(id), only_fresh);
  return one == nullptr ? 0 : one->per_gpu.value;
}

TEST(Rent, OneGpuAloneComesBeforeAShareOfMany) {
  EXPECT_EQ(rent_of({offer("l4", 1, 0.9, "2026-01-01"), offer("l4", 8, 4, "2026-11-01")}, "l4"),
            0.9);
}

TEST(Rent, OfMachinesWithManyTheCheapestOfAnyAgeCounts) {
  const Offers offers{offer("h100-sxm", 8, 16, "2026-01-01"),
                      offer("h100-sxm", 8, 24, "2026-11-01"),
                      offer("h100-pcie", 1, 1, "2026-11-01")};
  EXPECT_EQ(rent_of(offers, "h100-sxm"), 2);
  EXPECT_EQ(rent_of(offers, "h100-sxm", true), 3);
  EXPECT_EQ(rent_of(offers, "a40"), 0);  // nobody offers it
  // Half a card is not the card.
  EXPECT_EQ(rent_of({offer("a40", 0.5, 0.2, "2026-11-01")}, "a40"), 0);
}

TEST(Rent, WhatIsSoldOutIsNotRented) {
  Offers offers{offer("l4", 1, 0.2, "2026-11-01"), offer("l4", 1, 0.9, "2026-01-01")};
  offers[0].availability = catalog::Availability::none;
  EXPECT_EQ(rent_of(offers, "l4"), 0.9);
  offers.pop_back();
  EXPECT_EQ(rent_of(offers, "l4"), 0);
}

// Twenty hours a day are 7,300 a year.
OwnershipTerms terms_with(double low, double high) {
  OwnershipTerms terms;
  terms.months = 12;
  terms.electricity = {UsdPerKilowattHour(low), UsdPerKilowattHour(high)};
  return terms;
}

RentComparison compare(const Between<Usd>& price, const OwnershipTerms& terms, double rent) {
  return compare_with_rent(own(price, Watts(1000), std::nullopt, terms), UsdPerHour(rent),
                           std::nullopt, terms);
}

TEST(Rent, BreakEvenIsTheMonthByWhoseEndBuyingHasPaid) {
  // 0.60 $ x 7,300 h / 12 = 365 $ a month.
  const auto exact = compare({Usd(3650), Usd(3651)}, terms_with(0, 0), 0.6);
  EXPECT_EQ(exact.month_low, 10);
  EXPECT_EQ(exact.month_high, 11);
  EXPECT_NEAR(exact.total.value, 4380, 1e-9);
}

TEST(Rent, RunningCostsPutItOff) {
  // 1 kW at 0.30 $: 182.50 $ a month of the 365 saved; 3,650 $ take twice as long.
  const auto one = compare({Usd(3650), Usd(3650)}, terms_with(0.3, 0.3), 0.6);
  EXPECT_EQ(one.month_low, 20);  // beyond the year it is owned, and said as it is
}

TEST(Rent, TheRestOfTheComputerHasToBePaidToo) {
  OwnershipTerms terms = terms_with(0, 0);
  terms.server = Usd(365);
  EXPECT_EQ(compare({Usd(3650), Usd(3650)}, terms, 0.6).month_low, 11);
}

TEST(Rent, NeverWhereRunningCostsAsMuchAsRenting) {
  const auto never = compare({Usd(1), Usd(1)}, terms_with(0.6, 0.7), 0.6);
  EXPECT_FALSE(never.month_low);
  EXPECT_FALSE(never.month_high);
  const auto open = compare({Usd(1), Usd(1)}, terms_with(0.5, 0.7), 0.6);
  EXPECT_EQ(open.month_low, 1);
  EXPECT_FALSE(open.month_high);
}

TEST(Rent, CostOfAMillionIsTheHourOverWhatItDoes) {
  OwnershipTerms terms = terms_with(0.1, 0.1);
  terms.utilisation = 0.5;
  const ScenarioRate rate{1000, 800, 1250, {}};
  const auto rent = compare_with_rent(own({Usd(1), Usd(1)}, Watts(100), rate, terms),
                                      UsdPerHour(0.9), rate, terms);
  EXPECT_NEAR(rent.usd_per_million->low, 0.4, 1e-9);     // 1,250 x 1,800 s = 2.25 M in an hour
  EXPECT_NEAR(rent.usd_per_million->high, 0.625, 1e-9);  // 800 x 1,800 s = 1.44 M
}

}  // namespace
}  // namespace wgf::advisor
