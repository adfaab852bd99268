// SPDX-License-Identifier: MIT
#include "advisor/recommend/ranking.h"

#include <algorithm>
#include <cmath>

namespace wgf::advisor {
namespace {

constexpr double same_score = 1e-9;       // of two that nothing but rounding tells apart
constexpr double least_head_room = 0.01;  // below this share a GPU is as good as full

double factor_of(const Candidate& one, const PriceMove& move) {
  return one.gpu == move.gpu ? move.factor : 1;
}

// Where a monotone answer changes between two factors, to one part in a million.
template <typename IsSo>
double boundary(double low, double high, IsSo is_low) {
  constexpr double precise = 1e-6;
  while (std::abs(std::log(high / low)) > precise) {
    const double middle = std::sqrt(low * high);
    (is_low(middle) ? low : high) = middle;
  }
  return high;
}

constexpr double most_factor = 1000;

}  // namespace

std::string_view to_text(Measure measure) {
  constexpr std::string_view names[] = {"speed", "cost", "memory", "energy"};
  return names[static_cast<std::size_t>(measure)];
}

std::string_view to_text(Priority priority) {
  constexpr std::string_view names[] = {"speed", "cost", "memory", "energy", "balanced"};
  return names[static_cast<std::size_t>(priority)];
}

std::optional<Priority> parse_priority(std::string_view text) {
  for (int i = 0; i < priority_count; ++i)
    if (to_text(static_cast<Priority>(i)) == text) return static_cast<Priority>(i);
  return std::nullopt;
}

const Weights& weights_of(Priority priority) {
  static constexpr Weights all[] = {
      {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0.35, 0.35, 0.15, 0.15}};
  return all[static_cast<std::size_t>(priority)];
}

CandidateRanking::CandidateRanking(std::span<const Candidate> candidates, Priority priority,
                                   std::optional<double> most_price)
    : candidates_(candidates), weights_(weights_of(priority)), most_price_(most_price) {
  const auto is_fixed = [](const Candidate& one) { return !one.is_cost_of_rate; };
  if (priority != Priority::speed && std::any_of(candidates.begin(), candidates.end(), is_fixed))
    weights_[static_cast<std::size_t>(Measure::speed)] = 0;
  for (const Candidate& one : candidates)
    most_joules_ = std::max(most_joules_, one.joules_per_token().value_or(0));
  if (most_joules_ <= 0) most_joules_ = 1;
  scores_.reserve(candidates.size());
  for (const Candidate& one : candidates) scores_.push_back(score(one));
}

bool CandidateRanking::is_eligible(const Candidate& one, const PriceMove& move) const {
  return one.meets_demand && one.rate > 0 &&
         (!most_price_ || one.price * factor_of(one, move) <= *most_price_);
}

double CandidateRanking::score(const Candidate& one, const PriceMove& move) const {
  const auto weighted = [](double weight, double figure) {
    return weight > 0 ? weight * std::log(figure) : 0;
  };
  return weighted(weights_[0], one.rate) - weighted(weights_[1], one.cost(factor_of(one, move))) +
         weighted(weights_[2], std::max(one.head_room, least_head_room)) -
         weighted(weights_[3], one.joules_per_token().value_or(most_joules_));
}

std::vector<const Candidate*> CandidateRanking::best_of_cards(const PriceMove& move) const {
  std::vector<std::pair<double, const Candidate*>> best;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate& one = candidates_[i];
    if (!is_eligible(one, move)) continue;
    const double points = one.gpu == move.gpu ? score(one, move) : scores_[i];
    const auto known = std::find_if(
        best.begin(), best.end(), [&](const auto& entry) { return entry.second->gpu == one.gpu; });
    if (known == best.end())
      best.emplace_back(points, &one);
    else if (std::abs(points - known->first) < same_score ? one.price < known->second->price
                                                          : points > known->first)
      *known = {points, &one};
  }
  std::stable_sort(best.begin(), best.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    return a.second->price * factor_of(*a.second, move) <
           b.second->price * factor_of(*b.second, move);
  });
  std::vector<const Candidate*> found;
  for (const auto& [points, one] : best) found.push_back(one);
  return found;
}

const Candidate* CandidateRanking::winner(const PriceMove& move) const {
  const std::vector<const Candidate*> best = best_of_cards(move);
  return best.empty() ? nullptr : best.front();
}

const Candidate* CandidateRanking::cheapest_that_meets(std::optional<int> most_gpus) const {
  const Candidate* cheapest = nullptr;
  for (const Candidate& one : candidates_)
    if (one.meets_demand && one.rate > 0 && one.gpus <= most_gpus.value_or(one.gpus) &&
        (cheapest == nullptr || one.price < cheapest->price ||
         (one.price == cheapest->price && score(one) > score(*cheapest))))
      cheapest = &one;
  return cheapest;
}

double CandidateRanking::of_rate(const Candidate& one) const {
  const double of_cost = one.is_cost_of_rate ? weights_[1] : 0;
  return weights_[0] + of_cost + (one.watts ? weights_[3] : 0);
}

std::optional<double> CandidateRanking::loss_to_lose(const Candidate& one) const {
  std::optional<double> other;
  for (const Candidate& rival : candidates_)
    if (rival.has_known_risk && is_eligible(rival))
      other = std::max(other.value_or(score(rival)), score(rival));
  if (!other || of_rate(one) <= 0) return std::nullopt;
  return std::max(0.0, 1 - std::exp((*other - score(one)) / of_rate(one)));
}

bool CandidateRanking::is_order_open(const Candidate& first, const Candidate& second) const {
  const double least = score(first) - of_rate(first) * std::log(first.rate / first.rate_low);
  const double most = score(second) + of_rate(second) * std::log(second.rate_high / second.rate);
  return least <= most;
}

std::optional<PriceFlip> price_to_lose(const CandidateRanking& ranking) {
  const Candidate* first = ranking.winner();
  if (first == nullptr) return std::nullopt;
  const auto wins = [&](double factor) { return ranking.winner({first->gpu, factor}) == first; };
  if (wins(most_factor)) return std::nullopt;
  const double factor = boundary(1, most_factor, wins);
  return PriceFlip{factor, ranking.winner({first->gpu, factor})};
}

std::optional<PriceFlip> price_to_win(const CandidateRanking& ranking, const catalog::Gpu& gpu) {
  const auto wins = [&](double factor) {
    const Candidate* winner = ranking.winner({&gpu, factor});
    return winner != nullptr && winner->gpu == &gpu;
  };
  if (wins(1) || !wins(1 / most_factor)) return std::nullopt;
  const double factor = boundary(1, 1 / most_factor, [&](double at) { return !wins(at); });
  return PriceFlip{factor, ranking.winner({&gpu, factor})};
}

int place_in(Measure measure, const Candidate& one, std::span<const Candidate* const> among) {
  const auto figure = [&](const Candidate& of) {  // less is better
    constexpr double worst = 1e300;
    switch (measure) {
      case Measure::speed:
        return -of.rate;
      case Measure::cost:
        return of.cost();
      case Measure::memory:
        return -of.head_room;
      case Measure::energy:
        break;
    }
    return of.joules_per_token().value_or(worst);
  };
  const double own = figure(one);
  return 1 + static_cast<int>(std::count_if(among.begin(), among.end(), [&](const Candidate* of) {
           return figure(*of) < own;
         }));
}

}  // namespace wgf::advisor
