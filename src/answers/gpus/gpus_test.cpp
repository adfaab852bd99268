// SPDX-License-Identifier: MIT
#include "answers/gpus/gpus.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answers/test_surroundings.h"

namespace wgf::answers::gpus_test {
namespace {

GpusAnswer ask(const GpuOptions& options) {
  return *gpus(parse_gpu_request(options, catalog_of_tests().gpus()), surroundings_of_tests())
              .answer;
}

std::string fault(const GpuOptions& options) {
  return refused([&] { parse_gpu_request(options, catalog_of_tests().gpus()); });
}

TEST(Gpus, AListKeepsWhatMatches) {
  GpuOptions options;
  options.vendors = {"amd"};
  options.min_memory = "100";
  const GpusAnswer answer = ask(options);
  ASSERT_FALSE(answer.cards.empty());
  for (const catalog::Gpu* gpu : answer.cards) {
    EXPECT_EQ(gpu->vendor, "AMD");
    EXPECT_GE(gpu->memory_gb, 100);
  }
}

TEST(Gpus, OrdersPutTheLargestFirstAndThoseWithoutAPriceLast) {
  GpuOptions options;
  options.sort = "memory";
  const auto cards = ask(options).cards;
  for (std::size_t i = 1; i < cards.size(); ++i)
    EXPECT_GE(cards[i - 1]->memory_gb, cards[i]->memory_gb);
  options.sort = "rental";
  const GpusAnswer rented = ask(options);
  bool has_ended = false;
  for (const catalog::Gpu* gpu : rented.cards) {
    const bool has_price = rented.market->rental(gpu->id) != nullptr;
    EXPECT_FALSE(has_price && has_ended) << gpu->id;
    has_ended |= !has_price;
  }
}

TEST(Gpus, AComparisonHasDollarsOfAMillionAtTheLowestRent) {
  GpuOptions options;
  options.compared = {"h100-sxm", "l40s"};
  const GpusAnswer answer = ask(options);
  ASSERT_TRUE(answer.comparison);
  EXPECT_EQ(answer.comparison->scenario->name, "llm-inference");
  for (const ComparedCard& card : answer.comparison->cards) {
    ASSERT_TRUE(card.rate && card.usd_per_million);
    const double rent = answer.market->rental(card.gpu->id)->low.value;
    EXPECT_NEAR(*card.usd_per_million, rent / 3600 / card.rate->value * 1e6, 1e-9);
  }
  EXPECT_EQ(gpus_json(answer).at("cards").size(), 2U);
}

TEST(Gpus, WhatBelongsToTheOtherOfTheTwoIsRefused) {
  GpuOptions options;
  options.compared = {"h100-sxm"};
  EXPECT_EQ(fault(options), "cli.compare_two_gpus");
  options.compared = {"h100-sxm", "l40s"};
  options.sort = "memory";
  EXPECT_EQ(fault(options), "cli.not_with_compare");
  options = {};
  options.scenario = "inference";
  EXPECT_EQ(fault(options), "cli.scenario_of_compare");
  options = {};
  options.sort = "colour";
  EXPECT_NE(fault(options), "");
}

}  // namespace
}  // namespace wgf::answers::gpus_test
