// SPDX-License-Identifier: MIT
#include "answers/recommend/recommend_finder.h"

#include <algorithm>
#include <map>
#include <set>

#include "advisor/market/bought_counts.h"
#include "answers/recommend/recommend_market.h"

namespace wgf::answers {
namespace {

using advisor::Candidate;

constexpr std::size_t shown_choices = 3;
constexpr int gpus_of_computer = 8;
constexpr double worth_mentioning = 0.8;  // of the cost, with weights in four bits

// Forecasts of the affordable; of the others only until one meets the demand, the cheapest first.
class Finder {
 public:
  Finder(const RecommendRequest& request, const catalog::GpuCatalog& gpus, const Market& market,
         const advisor::OwnershipTerms& terms, std::shared_ptr<KnownForecasts> known)
      : request_(request),
        market_(market),
        most_(request.most_price()),
        search_(request, gpus, terms, std::move(known)) {}

  RecommendAnswer answer(const advisor::OwnershipTerms& terms) {
    add(false);
    wide_ = search_.candidates.size();
    add(true);
    if (ranking(search_.candidates.size()).winner() == nullptr) {
      add_unaffordable(request_.most_gpus);
      if (request_.is_bought()) add_unaffordable(gpus_of_computer);
    }
    RecommendAnswer found{request_, search_.details};
    found.terms = terms;
    found.most_price = most_;
    found.offers = market_.offer_count;
    found.sold_out = market_.sold_out_count;
    found.has_unknown_format = search_.has_unknown_format;
    found.has_missing_type = search_.has_missing_type;
    std::set<const catalog::Gpu*> cards;
    for (const Supply& supply : market_.supplies) cards.insert(supply.gpu);
    found.cards = static_cast<int>(cards.size());
    if (!request_.is_bought()) found.largest_machine = largest_machine();
    found.left_out = {covered(Coverage::unknown_card), covered(Coverage::not_known_to_run)};
    choose(found);
    return found;
  }

 private:
  std::vector<const catalog::Gpu*> covered(Coverage kind) const {
    std::vector<const catalog::Gpu*> cards;
    for (const auto& [gpu, coverage] : search_.coverage)
      if (coverage == kind) cards.push_back(gpu);
    std::sort(cards.begin(), cards.end(),
              [](const auto* a, const auto* b) { return a->id < b->id; });
    return cards;
  }

  int largest_machine() const {
    int largest = 0;
    for (const Supply& supply : market_.supplies) {
      const auto known = search_.coverage.find(supply.gpu);
      if (known != search_.coverage.end() && known->second == Coverage::forecast)
        largest = std::max(largest, supply.gpus);
    }
    return largest;
  }

  bool is_affordable(const Supply& supply) const { return !most_ || supply.price <= *most_; }

  // Wide weights, or those in four bits, which a user may ask for like any other.
  void add(bool has_four_bits) {
    for (const WorkPrecision& precision : request_.precisions) {
      if ((precision.has_four_bits && !request_.has_precisions) != has_four_bits) continue;
      for (const Supply& supply : market_.supplies)
        if (is_affordable(supply)) search_.add(supply, precision);
    }
  }

  // Until one of so many GPUs at most meets the demand.
  void add_unaffordable(int most_gpus) {
    for (; unaffordable_ < market_.supplies.size(); ++unaffordable_) {
      const Supply& supply = market_.supplies[unaffordable_];
      if (is_affordable(supply)) continue;
      const Candidate* known = cheapest_of(most_gpus);
      if (known != nullptr && supply.price >= known->price) return;
      for (const WorkPrecision& precision : request_.precisions) search_.add(supply, precision);
    }
  }

  const Candidate* cheapest_of(int most_gpus) const {
    return ranking(search_.candidates.size()).cheapest_that_meets(most_gpus);
  }

  advisor::CandidateRanking ranking(std::size_t candidates) const {
    return {std::span(search_.candidates).first(candidates), request_.priority, most_};
  }

  void choose(RecommendAnswer& found) {
    const bool is_wide_enough = ranking(wide_).winner() != nullptr;
    const advisor::CandidateRanking ranks =
        ranking(is_wide_enough ? wide_ : search_.candidates.size());
    found.weights = ranks.weights();
    found.of_cards = ranks.best_of_cards();
    for (const Candidate* one : found.of_cards) found.scores.push_back(ranks.score(*one));
    for (const Candidate* one : found.of_cards) {
      if (found.best.size() == shown_choices) break;
      Choice choice{one, std::nullopt, search_.scaling(*one)};
      choice.flip = found.best.empty() ? advisor::price_to_lose(ranks)
                                       : advisor::price_to_win(ranks, *one->gpu);
      found.best.push_back(choice);
    }
    if (!found.best.empty() && !found.best.front().candidate->has_known_risk)
      found.loss_to_lose = ranks.loss_to_lose(*found.best.front().candidate);
    if (found.best.size() > 1)
      found.is_order_open = ranks.is_order_open(*found.best[0].candidate, *found.best[1].candidate);
    if (found.best.empty()) found.nearest = ranks.cheapest_that_meets();
    if (found.nearest != nullptr && request_.is_bought() && found.nearest->gpus > gpus_of_computer)
      found.nearest_computer = ranks.cheapest_that_meets(gpus_of_computer);
    if (found.best.empty()) found.closest = closest(found.nearest != nullptr);
    if (is_wide_enough) found.four_bits = cheaper_in_four_bits(*found.best.front().candidate);
  }

  // How far the times of a service are beyond the limits, as a multiple of them.
  double excess(const Candidate& one) const {
    const advisor::ServicePlan* service = search_.details[one.detail].service.get();
    double most = 1;
    if (service != nullptr && request_.first_token)
      most = std::max(most, service->forecast.ttft.value / request_.first_token->value);
    if (service != nullptr && request_.next_token)
      most = std::max(most, service->forecast.tpot.value / request_.next_token->value);
    return most;
  }

  const Candidate* closest(bool is_affordable_only) const {
    const Candidate* best = nullptr;
    for (const Candidate& one : search_.candidates) {
      if (is_affordable_only && one.price > *most_) continue;
      const double beyond = excess(one), of_best = best ? excess(*best) : 0;
      if (best == nullptr || beyond < of_best || (beyond == of_best && one.rate > best->rate))
        best = &one;
    }
    return best;
  }

  const Candidate* cheaper_in_four_bits(const Candidate& first) const {
    const advisor::CandidateRanking all = ranking(search_.candidates.size());
    const Candidate* best = nullptr;
    for (std::size_t i = wide_; i < search_.candidates.size(); ++i) {
      const Candidate& one = search_.candidates[i];
      if (!all.is_eligible(one) || one.cost() > worth_mentioning * first.cost()) continue;
      if (best == nullptr || one.cost() < best->cost()) best = &one;
    }
    return best;
  }

  const RecommendRequest& request_;
  const Market& market_;
  std::optional<double> most_;
  RecommendSearch search_;
  std::size_t wide_ = 0;
  std::size_t unaffordable_ = 0;  // supplies before it have been looked at
};

}  // namespace

namespace {

// Tokens of a day come at every hour of it.
advisor::OwnershipTerms terms_of(const RecommendRequest& request, const KnownForecasts& known) {
  constexpr double hours_of_day = 24;
  advisor::OwnershipTerms terms = known.bought ? known.bought->terms : advisor::OwnershipTerms();
  if (request.tokens_per_day) terms.hours_per_day = hours_of_day;
  return terms;
}

// The machines in which the cards on offer are sold, at the cheapest price of a GPU.
std::vector<Supply> usual_machines(const std::vector<Supply>& offered) {
  std::map<const catalog::Gpu*, Supply> cheapest;
  for (const Supply& supply : offered) {
    Supply& known = cheapest.try_emplace(supply.gpu, supply).first->second;
    if (supply.price / supply.gpus < known.price / known.gpus) known = supply;
  }
  std::vector<Supply> machines;
  for (const auto& [gpu, supply] : cheapest)
    for (const int gpus : advisor::bought_counts(*gpu)) {
      Supply& machine = machines.emplace_back(supply);
      machine.price = supply.price / supply.gpus * gpus;
      machine.gpus = gpus;
    }
  return machines;
}

// Looks for the fewest GPUs that hold the network, of more than were asked for, and where no number
// of the machines on offer holds it, for larger machines that would.
class EnoughGpus {
 public:
  EnoughGpus(RecommendAnswer& answer, RecommendRequest request, const catalog::GpuCatalog& gpus,
             std::shared_ptr<KnownForecasts> known)
      : answer_(answer), request_(std::move(request)), gpus_(gpus), known_(std::move(known)) {}

  void find(const std::vector<Supply>& offered) {
    const int asked = request_.most_gpus;
    int most = request_.is_training ? most_gpus_of_all : 0;  // a service lies inside one machine
    for (const Supply& supply : offered) most = std::max(most, supply.gpus);
    if (const auto found = fewest(offered, asked * 2, most)) {
      answer_.enough_gpus = found->gpus;
      return;
    }
    if (request_.is_bought()) return;  // what is sold has been looked at
    most = request_.is_training ? most_gpus_of_all : gpus_of_computer;
    if (const auto found = fewest(usual_machines(offered), gpus_of_computer, most))
      answer_.enough_machine = found->gpus_each;
  }

 private:
  struct Found {
    int gpus = 0, gpus_each = 0;
  };

  // In doubling numbers.
  std::optional<Found> fewest(const std::vector<Supply>& supplies, int from, int most) {
    for (int gpus = from; gpus < 2 * most; gpus *= 2) {
      request_.most_gpus = std::min(gpus, most);
      RecommendSearch search(request_, gpus_, answer_.terms, known_);
      for (const WorkPrecision& precision : request_.precisions)
        for (const Supply& supply : supplies) search.add(supply, precision);
      if (search.candidates.empty()) continue;
      const Candidate& best =
          *std::min_element(search.candidates.begin(), search.candidates.end(),
                            [](const Candidate& a, const Candidate& b) {
                              return std::pair(a.gpus, a.price) < std::pair(b.gpus, b.price);
                            });
      const Detail& detail = search.details[best.detail];
      answer_.enough = candidate_name(best, detail);
      return Found{best.gpus, detail.gpus_each};
    }
    return std::nullopt;
  }

  RecommendAnswer& answer_;
  RecommendRequest request_;
  const catalog::GpuCatalog& gpus_;
  std::shared_ptr<KnownForecasts> known_;
};

void find_enough(RecommendAnswer& answer, const RecommendRequest& request,
                 const Surroundings& surroundings, const std::shared_ptr<KnownForecasts>& known) {
  RecommendRequest more = request;
  more.most_gpus = most_gpus_of_all;
  const Market market(more, surroundings, *known);
  EnoughGpus(answer, request, surroundings.catalog.gpus(), known).find(market.supplies);
}

}  // namespace

// In the order in which they point at each other.
struct Recommendation::Work {
  Work(RecommendRequest asked, const Surroundings& surroundings,
       std::shared_ptr<KnownForecasts> known)
      : request(std::move(asked)),
        market(request, surroundings, *known),
        terms(terms_of(request, *known)),
        finder(request, surroundings.catalog.gpus(), market, terms, known),
        answer(finder.answer(terms)) {
    answer.today = surroundings.today;
    const bool holds_nothing = answer.best.empty() && answer.closest == nullptr;
    if (holds_nothing && answer.nearest == nullptr)
      find_enough(answer, request, surroundings, known);
  }

  RecommendRequest request;
  Market market;
  advisor::OwnershipTerms terms;
  Finder finder;
  RecommendAnswer answer;
};

Recommendation::Recommendation(RecommendRequest request, const Surroundings& surroundings,
                               std::shared_ptr<KnownForecasts> known)
    : work_(std::make_unique<Work>(std::move(request), surroundings,
                                   known ? std::move(known) : std::make_shared<KnownForecasts>())) {
}
Recommendation::~Recommendation() = default;
Recommendation::Recommendation(Recommendation&&) noexcept = default;

const RecommendAnswer& Recommendation::answer() const {
  return work_->answer;
}

const std::vector<Supply>& Recommendation::supplies() const {
  return work_->market.supplies;
}

Outcome<Recommendation> recommend(RecommendRequest request, const Surroundings& surroundings,
                                  std::shared_ptr<KnownForecasts> known) {
  Outcome<Recommendation> outcome;
  outcome.notes = request.notes;
  outcome.answer.emplace(std::move(request), surroundings, std::move(known));
  const RecommendAnswer& answer = outcome.answer->answer();
  if (answer.best.empty()) outcome.refusal = nothing_error(answer);
  return outcome;
}

}  // namespace wgf::answers
