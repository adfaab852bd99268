// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answers/own/tco_answer.h"
#include "answers/test_surroundings.h"

namespace wgf::answers::tco_test {
namespace {

using Options = TcoOptions;

Options of_cards(std::vector<std::string> gpus) {
  Options options;
  options.gpus = std::move(gpus);
  return options;
}

TcoRequest read(const Options& options) {
  return parse_tco_request(options, catalog_of_tests().gpus());
}

TcoAnswer ask(const Options& options) {
  const Outcome<TcoAnswer> outcome = tco(read(options), surroundings_of_tests());
  EXPECT_FALSE(outcome.refusal);
  return *outcome.answer;
}

std::string fault(const Options& options) {
  return refused([&] { read(options); });
}

const OwningTerm& term(const TcoRequest& request, const std::string& name) {
  for (const OwningTerm& one : request.rests_on)
    if (one.name == name) return one;
  throw std::out_of_range(name);
}

TEST(Tco, UsualTermsAreThoseOfARequestThatNamesNone) {
  const advisor::OwnershipTerms usual = usual_terms();
  const TcoRequest request = read(of_cards({"h100-sxm"}));
  EXPECT_EQ(usual.months, request.terms.months);
  EXPECT_EQ(usual.electricity.low, UsdPerKilowattHour(0.12));
  EXPECT_EQ(usual.pue, request.terms.pue);
  EXPECT_EQ(term(request, "months").basis, Basis::assumed);
  EXPECT_EQ(term(request, "pue").basis, Basis::sourced);
  EXPECT_EQ(term(request, "hosting").basis, Basis::left_out);
}

TEST(Tco, AmountsAreReadInTheirUnits) {
  Options options = of_cards({"h100-sxm"});
  options.months = "2 years";
  options.hours = "8h";
  options.utilisation = "50%";
  options.electricity = "30 ct/kWh";
  options.carbon = "0.4 kg/kWh";
  options.server_price = "80k";
  options.server_power = "2kW";
  options.hosting = "200/gpu";
  const advisor::OwnershipTerms terms = read(options).terms;
  EXPECT_EQ(terms.months, 24);
  EXPECT_EQ(terms.hours_per_day, 8);
  EXPECT_EQ(terms.utilisation, 0.5);
  EXPECT_NEAR(terms.electricity.high.value, 0.3, 1e-12);
  EXPECT_NEAR(terms.carbon->value, 400, 1e-9);
  EXPECT_EQ(terms.server->value, 80'000);
  EXPECT_EQ(terms.server_power->value, 2'000);
  EXPECT_FALSE(terms.hosting->is_per_kilowatt);
}

TEST(Tco, ACountryBringsItsTariffAndItsGrid) {
  Options options = of_cards({"rtx-4090"});
  options.place = "germany";
  const TcoRequest request = read(options);
  EXPECT_EQ(request.place, "DEU (Germany)");
  EXPECT_EQ(term(request, "electricity").basis, Basis::sourced);
  EXPECT_GT(request.terms.electricity.low.value, 0.12);
  EXPECT_EQ(term(request, "carbon").basis, Basis::sourced);
}

TEST(Tco, WhatCannotBeIsRefused) {
  EXPECT_EQ(fault(of_cards({})), "ownership.no_gpu");
  Options options = of_cards({"h100-sxm"});
  options.months = "0";
  EXPECT_EQ(fault(options), "ownership.bad_months");
  options = of_cards({"h100-sxm"});
  options.tariff = "household";
  EXPECT_EQ(fault(options), "ownership.tariff_of_where");
  options = of_cards({"h100-sxm"});
  options.place = "atlantis";
  EXPECT_EQ(fault(options), "ownership.unknown_place_alone");
}

TEST(Tco, CostsAddUp) {
  Options options = of_cards({"h100-sxm"});
  options.prices = {"h100-sxm=2000"};
  options.months = "12";
  options.electricity = "0.2";
  options.pue = "1";
  options.utilisation = "1";
  options.power_share = "1";
  const TcoAnswer answer = ask(options);
  ASSERT_EQ(answer.cards.size(), 1U);
  const advisor::Ownership& owned = answer.cards[0].owned;
  const double kilowatts = answer.cards[0].gpu->tdp->value / 1000;
  EXPECT_TRUE(answer.cards[0].is_price_given);
  EXPECT_NEAR(owned.energy().value, kilowatts * owned.hours, 1e-6);
  EXPECT_NEAR(owned.costs.total.high.value, 2000 + 0.2 * kilowatts * owned.hours, 1e-6);
}

TEST(Tco, ARentOfTheUsersOwnHasNoOffer) {
  Options options = of_cards({"h100-sxm"});
  const TcoAnswer rented = ask(options);
  ASSERT_NE(rented.cards[0].offer, nullptr);
  EXPECT_EQ(rented.cards[0].rent->per_hour, rented.cards[0].offer->per_gpu);
  options.rent = "2 $/h";
  const TcoAnswer own = ask(options);
  EXPECT_EQ(own.cards[0].offer, nullptr);
  EXPECT_EQ(own.cards[0].rent->per_hour, UsdPerHour(2));
}

TEST(Tco, TheBestValueComesFirstAndCardsWithoutAPriceAreNamed) {
  const TcoAnswer answer = ask(of_cards({"h100-sxm", "rtx-4090", "l40s"}));
  for (std::size_t i = 1; i < answer.cards.size(); ++i)
    EXPECT_FALSE(advisor::is_better_value(answer.cards[i].owned, answer.cards[i - 1].owned));
  ASSERT_EQ(answer.left_out.size(), 1U);  // a variant of the RTX 4090
  EXPECT_EQ(answer.left_out[0].reason.key, "ownership.no_price");
  EXPECT_EQ(answer.cards.size(), 3U);
}

TEST(Tco, NothingToOwnIsARefusal) {
  const Outcome<TcoAnswer> outcome = tco(read(of_cards({"rtx-4090-d"})), surroundings_of_tests());
  ASSERT_TRUE(outcome.refusal);
  EXPECT_FALSE(outcome.answer);
  EXPECT_EQ(outcome.refusal->exit_code(), ExitCode::not_supported);
}

TEST(Tco, NoCardIsSoldForMoreThanItCost) {
  Options options = of_cards({"h100-sxm"});
  options.prices = {"20k"};
  options.resale = "30k";
  const Outcome<TcoAnswer> outcome = tco(read(options), surroundings_of_tests());
  ASSERT_TRUE(outcome.refusal);
  EXPECT_EQ(outcome.refusal->message().key, "ownership.resale_above_price");
  EXPECT_EQ(outcome.refusal->exit_code(), ExitCode::usage);
}

TEST(Tco, JsonSaysWhatEachTermRestsOn) {
  const auto json = tco_json(ask(of_cards({"h100-sxm"})), messages::Language::english);
  EXPECT_EQ(json.at("cards").at(0).at("gpu"), "h100-sxm");
  EXPECT_GT(json.at("cards").at(0).at("hours"), 0);
}

}  // namespace
}  // namespace wgf::answers::tco_test
