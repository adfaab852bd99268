// SPDX-License-Identifier: MIT
#pragma once
// One request of recommend answered: what is offered, forecasts of it, the best of them.

#include <memory>
#include <vector>

#include "answers/outcome.h"
#include "answers/recommend/recommend_search.h"
#include "answers/surroundings.h"

namespace wgf::answers {

// The offers a request may rent; the same for every request of these providers and kinds of rental.
std::shared_ptr<const RentedOffers> rented_offers(const RecommendRequest& request,
                                                  const Surroundings& surroundings);

// Every card that has a price new, and the terms of owning one; the same for every request.
std::shared_ptr<const BoughtCards> bought_cards(const catalog::GpuCatalog& gpus);

class Recommendation {
 public:
  // The catalogue must outlive this. known: forecasts of requests for the
  // same network, tokens and limits.
  Recommendation(RecommendRequest request, const Surroundings& surroundings,
                 std::shared_ptr<KnownForecasts> known = nullptr);
  ~Recommendation();
  Recommendation(Recommendation&&) noexcept;

  const RecommendAnswer& answer() const;
  const std::vector<Supply>& supplies() const;  // the cheapest first

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

// A refusal beside the answer where nothing meets what is asked: what comes nearest is in it.
Outcome<Recommendation> recommend(RecommendRequest request, const Surroundings& surroundings,
                                  std::shared_ptr<KnownForecasts> known = nullptr);

}  // namespace wgf::answers
