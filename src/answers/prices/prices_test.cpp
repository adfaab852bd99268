// SPDX-License-Identifier: MIT
#include "answers/prices/prices.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "answers/test_surroundings.h"

namespace wgf::answers::prices_test {
namespace {

Outcome<PricesAnswer> ask(const PriceOptions& options) {
  return prices(parse_price_request(options, catalog_of_tests().gpus()), surroundings_of_tests());
}

std::string fault(const PriceOptions& options) {
  return refused([&] { parse_price_request(options, catalog_of_tests().gpus()); });
}

TEST(Prices, AFilterKeepsWhatItNames) {
  PriceOptions options;
  options.gpus = {"h100-sxm"};
  options.gpu_count = "8";
  options.is_spot = true;
  const auto outcome = ask(options);
  ASSERT_FALSE(outcome.answer->offers.empty());
  for (const advisor::PricedOffer& one : outcome.answer->offers) {
    EXPECT_EQ(one.card()->id, "h100-sxm");
    EXPECT_EQ(one.offer->gpu_count, 8);
    EXPECT_EQ(one.kind, advisor::RentalKind::spot);
  }
}

TEST(Prices, OrdersAreAscendingButTheNewestDateFirst) {
  PriceOptions options;
  options.gpus = {"a100-sxm-80gb"};
  const auto by = [&](const char* order, const auto& value) {
    options.sort = order;
    const auto outcome = ask(options);
    const auto& offers = outcome.answer->offers;
    return std::is_sorted(offers.begin(), offers.end(),
                          [&](const auto& a, const auto& b) { return value(a) < value(b); });
  };
  EXPECT_TRUE(by("gpu-hour", [](const auto& one) { return one.per_gpu; }));
  EXPECT_TRUE(by("price", [](const auto& one) { return one.price(); }));
  EXPECT_TRUE(by("provider", [](const auto& one) { return one.offer->provider; }));
}

TEST(Prices, TheLimitIsOfTheScreenAlone) {
  PriceOptions options;
  options.limit = "3";
  const auto some = ask(options);
  EXPECT_EQ(some.answer->shown, 3U);
  EXPECT_GT(some.answer->offers.size(), 3U);
  options.limit = "all";
  const auto all = ask(options);
  EXPECT_EQ(all.answer->shown, all.answer->offers.size());
}

TEST(Prices, WhereNothingPassesTheFilterThatForbidsItIsNamed) {
  PriceOptions options;
  options.gpus = {"h100-sxm"};
  options.min_memory = "500";
  const auto outcome = ask(options);
  EXPECT_TRUE(outcome.answer->offers.empty());
  ASSERT_TRUE(outcome.answer->nothing);
  EXPECT_EQ(outcome.answer->nothing->key, "prices.nothing_without");
  EXPECT_EQ(outcome.answer->nothing->args[0].second, "--min-memory");
  EXPECT_TRUE(
      prices_json(*outcome.answer, messages::Language::english).at("nothing_found").is_string());
}

TEST(Prices, OfEachCardTheCheapestThatIsNotSoldOutCounts) {
  const auto outcome = ask({});
  std::set<std::string> seen;
  UsdPerHour last{0};
  for (const advisor::PricedOffer* one :
       cheapest_of_cards(*outcome.answer, advisor::RentalKind::on_demand)) {
    EXPECT_FALSE(one->is_sold_out());
    EXPECT_TRUE(seen.insert(card_label(*one)).second);
    EXPECT_GE(one->per_gpu, last);
    last = one->per_gpu;
  }
}

TEST(Prices, WhatCannotBeIsRefused) {
  PriceOptions options;
  options.sort = "colour";
  EXPECT_NE(fault(options), "");
  options = {};
  options.gpu_count = "0";
  EXPECT_NE(fault(options), "");
  options = {};
  options.providers = {"nobody"};
  const auto outcome = ask(options);
  ASSERT_TRUE(outcome.refusal);
  EXPECT_EQ(outcome.refusal->exit_code(), ExitCode::usage);
}

}  // namespace
}  // namespace wgf::answers::prices_test
