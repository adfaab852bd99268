// SPDX-License-Identifier: MIT
#pragma once
// Which candidate is the best for a priority, whether the next one is really worse, and at what
// price that changes. docs/method/recommend.md.

#include <optional>
#include <span>
#include <vector>

#include "advisor/recommend/candidate.h"

namespace wgf::advisor {

// Prices of one card moved, for all of its offers alike.
struct PriceMove {
  const catalog::Gpu* gpu = nullptr;
  double factor = 1;
};

class CandidateRanking {
 public:
  // most_price: none where any price will do. Candidates must outlive this. Where the demand is
  // fixed speed beyond it is worth nothing, unless it is the priority.
  CandidateRanking(std::span<const Candidate> candidates, Priority priority,
                   std::optional<double> most_price);

  const Weights& weights() const { return weights_; }
  bool is_eligible(const Candidate& one, const PriceMove& move = {}) const;
  // Greater is better. A candidate whose energy is not known counts as the hungriest there is.
  double score(const Candidate& one, const PriceMove& move = {}) const;

  // The best eligible one of each card, the best first.
  std::vector<const Candidate*> best_of_cards(const PriceMove& move = {}) const;
  const Candidate* winner(const PriceMove& move = {}) const;

  // nullptr: nothing meets the demand at any price. Else the cheapest that meets all but the price.
  // Of at most so many GPUs, where a number is given.
  const Candidate* cheapest_that_meets(std::optional<int> most_gpus = std::nullopt) const;

  // The share of its rate that `one` may lose before the best candidate whose risk is known is
  // the better one; nothing: there is none, or rate does not count.
  std::optional<double> loss_to_lose(const Candidate& one) const;

  // Whether the 90 % intervals of their rates leave open which of the two has the higher score.
  bool is_order_open(const Candidate& first, const Candidate& second) const;

 private:
  double of_rate(const Candidate& one) const;  // how much of the score follows its rate

  std::span<const Candidate> candidates_;
  Weights weights_;
  std::optional<double> most_price_;
  double most_joules_ = 0;
  std::vector<double> scores_;  // at today's prices
};

// The price of a card, as a multiple of today's, at which the winner changes, and who it is beyond.
struct PriceFlip {
  double factor = 1;
  const Candidate* then = nullptr;  // the winner on the other side of that price
};
// Of the winner's card: how dear it may become before the winner is another candidate, which may be
// fewer of the same card. Nothing: it wins up to a thousand times the price.
std::optional<PriceFlip> price_to_lose(const CandidateRanking& ranking);
// Of another card: how cheap it must become for a candidate of it to win. Nothing: not even at a
// thousandth.
std::optional<PriceFlip> price_to_win(const CandidateRanking& ranking, const catalog::Gpu& gpu);

// The place of a candidate in one measure among others, from 1.
int place_in(Measure measure, const Candidate& one, std::span<const Candidate* const> among);

}  // namespace wgf::advisor
