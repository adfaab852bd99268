// SPDX-License-Identifier: MIT
#pragma once
// What a request of recommend may rent or buy.

#include <memory>
#include <vector>

#include "answers/recommend/recommend_search.h"
#include "answers/surroundings.h"

namespace wgf::answers {

struct RentedOffers {
  std::shared_ptr<const Prices> prices;
  std::vector<advisor::PricedOffer> priced;  // points into them
};

struct BoughtCards {
  struct Card {
    const catalog::Gpu* gpu = nullptr;
    advisor::Purchase purchase;
  };
  std::vector<catalog::PurchasePrice> prices;
  std::vector<Card> cards;        // point into them
  advisor::OwnershipTerms terms;  // what tco assumes where nothing is said
};

// What is offered; the supplies point into it.
class Market {
 public:
  // What is read is kept in `known`.
  Market(const RecommendRequest& request, const Surroundings& surroundings, KnownForecasts& known);
  Market(const Market&) = delete;
  Market& operator=(const Market&) = delete;

  std::vector<Supply> supplies;  // the cheapest first
  int offer_count = 0, sold_out_count = 0;

 private:
  void rent(std::shared_ptr<const RentedOffers> rented);
  void buy(const RecommendRequest& request, std::shared_ptr<const BoughtCards> bought);

  std::shared_ptr<const RentedOffers> rented_;
  std::shared_ptr<const BoughtCards> bought_;
};

}  // namespace wgf::answers
