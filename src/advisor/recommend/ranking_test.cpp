// SPDX-License-Identifier: MIT
#include "advisor/recommend/ranking.h"

#include <gtest/gtest.h>

#include <cmath>

namespace wgf::advisor {
namespace {

const catalog::Gpu a, b, c;

// Rented: dollars per million tokens are price x 10^6 / (3,600 x rate).
Candidate rented(const catalog::Gpu& gpu, double price, double rate, double head_room = 0.5,
                 double watts = 400) {
  Candidate one;
  one.gpu = &gpu;
  one.price = price;
  one.rate = rate;
  one.rate_low = rate / 1.1;
  one.rate_high = rate * 1.1;
  one.head_room = head_room;
  one.watts = watts;
  one.cost_of_price = 1e6 / 3600 / rate;
  return one;
}

TEST(CandidateRanking, EachPriorityHasItsOwnWinner) {
  const std::vector<Candidate> all{rented(a, 4, 1000, 0.1, 1000), rented(b, 1, 400, 0.2, 500),
                                   rented(c, 2, 300, 0.8, 100)};
  EXPECT_EQ(CandidateRanking(all, Priority::speed, {}).winner()->gpu, &a);
  EXPECT_EQ(CandidateRanking(all, Priority::cost, {}).winner()->gpu,
            &b);  // 2.5 $ per thousand-second
  EXPECT_EQ(CandidateRanking(all, Priority::memory, {}).winner()->gpu, &c);
  EXPECT_EQ(CandidateRanking(all, Priority::energy, {}).winner()->gpu, &c);
}

// 0.35 ln 2 for speed; cost and the rest are equal.
TEST(CandidateRanking, BalancedScoreIsWeightedLogarithms) {
  const std::vector<Candidate> all{rented(a, 2, 200, 0.5, 400), rented(b, 1, 100, 0.5, 200)};
  const CandidateRanking ranking(all, Priority::balanced, {});
  EXPECT_NEAR(ranking.score(all[0]) - ranking.score(all[1]), 0.35 * std::log(2.0), 1e-12);
}

TEST(CandidateRanking, UnknownEnergyCountsAsTheWorst) {
  std::vector<Candidate> all{rented(a, 1, 100, 0.5, 400), rented(b, 1, 100, 0.5, 100)};
  all[1].watts.reset();
  all.push_back(rented(c, 1, 100, 0.5, 300));
  const CandidateRanking ranking(all, Priority::energy, {});
  EXPECT_EQ(ranking.winner()->gpu, &c);
  EXPECT_DOUBLE_EQ(ranking.score(all[1]), ranking.score(all[0]));
}

TEST(CandidateRanking, OneOfEachCardWithinTheBudget) {
  const std::vector<Candidate> all{rented(a, 1, 100), rented(a, 2, 300), rented(a, 5, 900),
                                   rented(b, 2, 250)};
  const CandidateRanking ranking(all, Priority::speed, 2.0);
  const auto best = ranking.best_of_cards();
  ASSERT_EQ(best.size(), 2u);
  EXPECT_EQ(best[0], &all[1]);
  EXPECT_EQ(best[1], &all[3]);
}

TEST(CandidateRanking, NearestIsTheCheapestThatMeetsAllButThePrice) {
  std::vector<Candidate> all{rented(a, 3, 100), rented(b, 5, 900), rented(c, 1, 10)};
  all[2].meets_demand = false;
  const CandidateRanking ranking(all, Priority::speed, 0.5);
  EXPECT_EQ(ranking.winner(), nullptr);
  EXPECT_EQ(ranking.cheapest_that_meets(), &all[0]);
}

// A: 2 $/h for 1,000 tokens/s, B: 3 $/h for 1,200. A token costs the same where A is at 2.5 $/h.
TEST(PriceFlip, OfCostIsWhereATokenCostsTheSame) {
  std::vector<Candidate> all{rented(a, 2, 1000), rented(b, 3, 1200)};
  const CandidateRanking ranking(all, Priority::cost, {});
  const auto flip = price_to_lose(ranking);
  ASSERT_TRUE(flip);
  EXPECT_NEAR(2 * flip->factor, 2.5, 1e-4);
  EXPECT_EQ(flip->then->gpu, &b);
  const auto win = price_to_win(ranking, b);
  ASSERT_TRUE(win);
  EXPECT_NEAR(3 * win->factor, 2.4, 1e-4);   // 2 $ / 1,000 x 1,200
  for (const double price : {2.49, 2.51}) {  // the price moves, the winner changes
    all[0].price = price;
    EXPECT_EQ(CandidateRanking(all, Priority::cost, {}).winner()->gpu, price < 2.5 ? &a : &b);
  }
}

TEST(PriceFlip, OfSpeedIsTheBudget) {
  const std::vector<Candidate> all{rented(a, 2, 1000), rented(b, 1, 500)};
  const auto flip = price_to_lose(CandidateRanking(all, Priority::speed, 3.0));
  ASSERT_TRUE(flip);
  EXPECT_NEAR(2 * flip->factor, 3, 1e-5);
  EXPECT_EQ(flip->then->gpu, &b);
  EXPECT_FALSE(price_to_lose(CandidateRanking(all, Priority::speed, {})));
  EXPECT_FALSE(price_to_win(CandidateRanking(all, Priority::speed, 3.0), b));
}

// The other A, slower and cheaper, leads when the first is beyond the budget: 4 x 1.25 = 5.
TEST(PriceFlip, MayBeToAnotherNumberOfTheSameCard) {
  const std::vector<Candidate> all{rented(a, 4, 1000), rented(a, 2, 400), rented(b, 4, 400)};
  const auto flip = price_to_lose(CandidateRanking(all, Priority::balanced, 5.0));
  ASSERT_TRUE(flip);
  EXPECT_NEAR(flip->factor, 1.25, 1e-5);
  EXPECT_EQ(flip->then, &all[1]);
}

TEST(PriceFlip, OfTheOnlyCardIsTheBudget) {
  const std::vector<Candidate> all{rented(a, 2, 1000)};
  const auto flip = price_to_lose(CandidateRanking(all, Priority::cost, 2.5));
  ASSERT_TRUE(flip);
  EXPECT_NEAR(2 * flip->factor, 2.5, 1e-5);
  EXPECT_EQ(flip->then, nullptr);
}

// Rates within 10 % either way: 1,000 / 1.1 = 909 and 1,100 x ... reach each other up to a ratio of
// 1.21.
TEST(CandidateRanking, OrderIsOpenWhereIntervalsOverlap) {
  const std::vector<Candidate> all{rented(a, 1, 1000), rented(b, 1, 830), rented(c, 1, 820)};
  const CandidateRanking ranking(all, Priority::speed, {});
  EXPECT_TRUE(ranking.is_order_open(all[0], all[1]));   // 909 < 913
  EXPECT_FALSE(ranking.is_order_open(all[0], all[2]));  // 909 > 902
  const CandidateRanking by_memory(all, Priority::memory, {});
  EXPECT_TRUE(by_memory.is_order_open(all[0], all[1]));  // equal, whatever the rates are
}

// A demand that is met: what is paid does not depend on how much more the GPUs could do.
TEST(CandidateRanking, CostOfAFixedDemandIsExact) {
  std::vector<Candidate> all{rented(a, 1, 1000), rented(b, 1.1, 1000)};
  for (Candidate& one : all) {
    one.cost_of_price = 24 * 1e6 / 50e6;
    one.is_cost_of_rate = false;
  }
  const CandidateRanking ranking(all, Priority::cost, {});
  EXPECT_NEAR(ranking.winner()->cost(), 0.48, 1e-12);
  EXPECT_FALSE(ranking.is_order_open(all[0], all[1]));
}

// Three times the cards at three times the price do no more of it.
TEST(CandidateRanking, SpeedBeyondAFixedDemandDoesNotCount) {
  std::vector<Candidate> all{rented(a, 3, 3000, 0.5, 1200), rented(a, 1, 1000, 0.5, 400)};
  for (Candidate& one : all) {
    one.cost_of_price = 24 * 1e6 / 50e6;
    one.is_cost_of_rate = false;
  }
  EXPECT_EQ(CandidateRanking(all, Priority::balanced, {}).winner(), &all[1]);
  EXPECT_EQ(CandidateRanking(all, Priority::balanced, {}).weights()[0], 0);
  EXPECT_EQ(CandidateRanking(all, Priority::speed, {}).winner(), &all[0]);
}

TEST(CandidateRanking, OfEqualScoresTheCheaper) {
  const std::vector<Candidate> all{rented(a, 3, 3000), rented(a, 1, 1000)};
  EXPECT_EQ(CandidateRanking(all, Priority::cost, {}).winner(), &all[1]);
}

// 1 $/h against 2 $/h for the same rate: half of it may be lost until a token costs the same.
TEST(CandidateRanking, UnknownRiskMayLoseUntilTheKnownOneIsAsGood) {
  std::vector<Candidate> all{rented(a, 1, 1000), rented(b, 2, 1000)};
  all[0].has_known_risk = false;
  EXPECT_NEAR(*CandidateRanking(all, Priority::cost, {}).loss_to_lose(all[0]), 0.5, 1e-12);
  EXPECT_FALSE(CandidateRanking(all, Priority::memory, {}).loss_to_lose(all[0]));
  all[1].has_known_risk = false;
  EXPECT_FALSE(CandidateRanking(all, Priority::cost, {}).loss_to_lose(all[0]));
}

TEST(PlaceIn, CountsTheBetterOnes) {
  const std::vector<Candidate> all{rented(a, 4, 1000, 0.1), rented(b, 1, 400, 0.2)};
  const std::vector<const Candidate*> both{&all[0], &all[1]};
  EXPECT_EQ(place_in(Measure::speed, all[0], both), 1);
  EXPECT_EQ(place_in(Measure::cost, all[0], both), 2);
  EXPECT_EQ(place_in(Measure::memory, all[0], both), 2);
  EXPECT_EQ(place_in(Measure::energy, all[0], both), 1);  // 0.4 and 1 J
}

}  // namespace
}  // namespace wgf::advisor
