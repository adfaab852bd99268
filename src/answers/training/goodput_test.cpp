// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "answers/test_surroundings.h"
#include "answers/training/training_answer.h"

namespace wgf::answers::goodput_test {
namespace {

PredictOptions on(const char* gpu, const char* gpus, GoodputOptions goodput = {}) {
  goodput.is_asked = true;
  return {.network = {.model = "llama-3.1-8b"},
          .gpus = {gpu},
          .gpu_count = gpus,
          .tokens = "10B",
          .goodput = goodput};
}

PredictAnswer ask(const PredictOptions& options, const char* offers = nullptr) {
  Surroundings surroundings = surroundings_of_tests();
  if (offers != nullptr)
    surroundings.prices = [offers] {
      return std::make_shared<const Prices>(Prices{catalog::read_offers(offers, "prices.csv"), {}});
    };
  return *predict(parse_predict_request(options, catalog_of_tests()), surroundings).answer;
}

GoodputAnswer goodput(const PredictOptions& options) {
  return *ask(options).goodput;
}

TEST(Goodput, ExpectedTimeIsDalys) {
  const PredictAnswer answer = ask(on(
      "h100-sxm", "64", {.mtbf = "640h", .checkpoint = "60s", .interval = "1h", .restart = "10m"}));
  const advisor::Goodput& run = *answer.goodput->run;
  const double work = 10e9 / answer.rows.front().forecast.tokens_per_second();
  EXPECT_NEAR(answer.goodput->work.value, work, 0.1);
  const double between = 640. / 64 * 3600;
  const double expected =
      between * std::exp(600 / between) * std::expm1(3660 / between) * work / 3600;
  EXPECT_NEAR(run.run.expected.value, expected, 1);
  EXPECT_NEAR(run.share, work / expected, 1e-6);
  EXPECT_LT(run.p50, run.p90);
}

TEST(Goodput, BestIntervalRisesWithTheTimeBetweenStops) {
  const GoodputAnswer often = goodput(on("h100-sxm", "8", {.mtbf = "100h", .checkpoint = "1m"}));
  const GoodputAnswer seldom = goodput(on("h100-sxm", "8", {.mtbf = "10000h", .checkpoint = "1m"}));
  const double between = 100. / 8 * 3600, share = 60 / (2 * between);
  const double best = std::sqrt(2 * 60 * between) * (1 + std::sqrt(share) / 3 + share / 9) - 60;
  EXPECT_NEAR(often.run->interval.value, best, 0.1);
  EXPECT_GT(seldom.run->interval.value, 5 * best);
  EXPECT_GT(seldom.run->share, often.run->share);
}

TEST(Goodput, TokensAreTwentyAParameterWhereNoneAreGiven) {
  PredictOptions options = on("a100-sxm-80gb", "1");
  options.network.model = "gpt2";
  options.tokens = "";
  const PredictAnswer answer = ask(options);
  EXPECT_TRUE(answer.goodput->are_tokens_usual);
  EXPECT_NEAR(answer.goodput->tokens, 20 * answer.request.network.params, 20);
}

TEST(Goodput, OfWhatNoSourceSaysIsUnknown) {
  EXPECT_FALSE(goodput(on("rtx-4090", "8")).run);
  EXPECT_TRUE(goodput(on("rtx-4090", "8", {.mtbf = "1y"})).run);
  EXPECT_EQ(goodput(on("a100-sxm-80gb", "8")).failures.gpu_hours.size(), 4u);
}

TEST(Goodput, OfARunThatNeverEndsIsInfinite) {
  EXPECT_TRUE(
      std::isinf(goodput(on("h100-sxm", "8", {.mtbf = "1h", .restart = "3h"})).run->p90.value));
}

TEST(Goodput, PricesTheLossOfSpotMachinesInWhereItsRateIsKnown) {
  constexpr const char* offers =
      "provider,gpu_name,gpu_id,gpu_count,region,price_usd_hr,spot_price_usd_hr\n"
      "gcp,A100,a100-sxm-40gb,1,us-east1,3.0,1.0\n"
      "vast,A100,a100-sxm-40gb,1,,,0.5\n";
  const PredictAnswer kept = ask(on("a100-sxm-40gb", "16", {.has_spot = true}), offers);
  const GoodputAnswer& spot = *kept.goodput;
  ASSERT_TRUE(spot.spot && spot.spot->rate);
  EXPECT_EQ(spot.spot->offer->offer->provider, "gcp");
  EXPECT_EQ(spot.spot->cheapest->offer->provider, "vast");
  EXPECT_EQ(spot.spot->rate->per_hour_low, 0.099);  // counted in a public trace
  EXPECT_EQ(spot.spot->machines, 16);
  const PredictAnswer steady = ask(on("a100-sxm-40gb", "16"), offers);
  EXPECT_GT(spot.run->run.expected.value, 1.2 * steady.goodput->run->run.expected.value);
  EXPECT_NEAR(*spot.on_demand_usd,
              steady.goodput->run->run.expected.value * steady.goodput->usd_per_second, 0.01);
}

TEST(Goodput, IsReadFromWordsOrRefused) {
  const GoodputSettings read =
      parse_goodput({.is_asked = true, .mtbf = "2d", .checkpoint = "90s", .restart = "1h"});
  EXPECT_EQ(read.gpu_hours->value, 48);
  EXPECT_EQ(read.checkpoint->value, 90);
  EXPECT_EQ(read.restart->value, 3600);
  EXPECT_EQ(refused([] { parse_goodput({.has_spot = true}); }), "goodput.needs_goodput");
  EXPECT_EQ(refused([] { parse_goodput({.is_asked = true, .mtbf = "soon"}); }), "goodput.bad_mtbf");
}

}  // namespace
}  // namespace wgf::answers::goodput_test
