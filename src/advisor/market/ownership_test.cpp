// SPDX-License-Identifier: MIT
#include "advisor/market/ownership.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

// A year of ten hours a day at 1 kW: 3,650 hours and as many kWh.
OwnershipTerms year_terms() {
  OwnershipTerms terms;
  terms.months = 12;
  terms.hours_per_day = 10;
  terms.pue = 1.5;
  terms.electricity = {UsdPerKilowattHour(0.1), UsdPerKilowattHour(0.2)};
  return terms;
}

const Between<Usd> price{Usd(20'000), Usd(30'000)};

void expect_range(const Between<Usd>& range, double low, double high) {
  EXPECT_NEAR(range.low.value, low, 1e-6);
  EXPECT_NEAR(range.high.value, high, 1e-6);
}

TEST(Ownership, PurchaseEnergyAndCoolingMakeTheTotal) {
  const Ownership one = own(price, Watts(1000), std::nullopt, year_terms());
  EXPECT_NEAR(one.hours, 3650, 1e-9);
  EXPECT_NEAR(one.computing.value, 3650, 1e-6);
  EXPECT_NEAR(one.cooling.value, 1825, 1e-6);  // half as much again: PUE 1.5
  EXPECT_NEAR(one.energy().value, 5475, 1e-6);
  expect_range(one.costs.energy, 365, 730);
  expect_range(one.costs.cooling, 182.5, 365);
  expect_range(one.costs.total, 20'547.5, 31'095);
  expect_range(one.running_per_day, 1.5, 3);  // 547.50 $ and 1,095 $ in 365 days
}

TEST(Ownership, WhatIsUnknownStaysOut) {
  const Ownership one = own(price, Watts(1000), std::nullopt, year_terms());
  EXPECT_FALSE(one.carbon || one.costs.server || one.costs.hosting || one.costs.resale);
  EXPECT_FALSE(one.units || one.rate_per_dollar || one.usd_per_million);
}

TEST(Ownership, HostingServerResaleAndCarbon) {
  OwnershipTerms terms = year_terms();
  terms.hosting = Hosting{100, true};
  terms.server = Usd(2000);
  terms.server_power = Watts(500);
  terms.power_share = 0.5;  // 500 W of the card and 500 W of the rest: 1 kW again
  terms.resale = Resale{true, {0.25, 0.25}};
  terms.carbon = GramsPerKilowattHour(400);
  const Ownership one = own(price, Watts(1000), std::nullopt, terms);
  EXPECT_NEAR(one.costs.hosting->value, 1200, 1e-9);  // 1 kW x 100 $ x 12
  expect_range(*one.costs.resale, 5000, 7500);
  expect_range(one.costs.total, 15'000 + 547.5 + 3200, 22'500 + 1095 + 3200);
  EXPECT_NEAR(one.carbon->value, 2190, 1e-6);  // 5,475 kWh x 0.4 kg
  expect_range(one.running_per_day, 1747.5 / 365, 2295.0 / 365);
}

TEST(Ownership, HostingOfACardDoesNotDependOnItsPower) {
  OwnershipTerms terms = year_terms();
  terms.hosting = Hosting{200, false};
  EXPECT_NEAR(own(price, Watts(300), std::nullopt, terms).costs.hosting->value, 2400, 1e-9);
}

TEST(Ownership, ASumOfResaleWidensTheRangeByItsOwn) {
  OwnershipTerms terms = year_terms();
  terms.electricity = {};
  terms.resale = Resale{false, {4000, 6000}};
  expect_range(own(price, Watts(1000), std::nullopt, terms).costs.total, 14'000, 26'000);
}

TEST(Ownership, WorkForADollarSpansBothRanges) {
  OwnershipTerms terms = year_terms();
  terms.electricity = {};
  terms.utilisation = 0.5;
  const Ownership one = own(price, Watts(1000), ScenarioRate{100, 80, 125, {}}, terms);
  EXPECT_NEAR(*one.units, 657e6, 1);  // 100/s x 3,650 h x 3,600 s x 0.5
  // Half of the hours on it does nothing, which is of the value as it is of the costs below.
  EXPECT_DOUBLE_EQ(one.rate_per_dollar->low, 40.0 / 30'000);
  EXPECT_DOUBLE_EQ(one.rate_per_dollar->high, 62.5 / 20'000);
  EXPECT_NEAR(one.usd_per_million->low, 20'000 / 821.25, 1e-9);
  EXPECT_NEAR(one.usd_per_million->high, 30'000 / 525.6, 1e-9);
}

TEST(Ownership, OrderIsByTheMiddleAndOpenWhereRangesOverlap) {
  const OwnershipTerms terms = year_terms();
  const auto of = [&](double low, double high, double rate) {
    return own({Usd(low), Usd(high)}, Watts(100), ScenarioRate{rate, rate, rate, {}}, terms);
  };
  const Ownership cheap = of(1000, 1200, 100), dear = of(5000, 6000, 100);
  EXPECT_TRUE(is_better_value(cheap, dear));
  EXPECT_FALSE(is_better_value(dear, cheap));
  EXPECT_FALSE(is_order_open(cheap, dear));
  EXPECT_TRUE(is_order_open(cheap, of(900, 1100, 95)));
  const Ownership unknown = own({Usd(1), Usd(1)}, Watts(100), std::nullopt, terms);
  EXPECT_TRUE(is_better_value(dear, unknown));
  EXPECT_FALSE(is_order_open(dear, unknown));
}

}  // namespace
}  // namespace wgf::advisor
