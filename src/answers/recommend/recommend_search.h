// SPDX-License-Identifier: MIT
#pragma once
// Forecasts of what could be taken: each machine, or number of bought GPUs, with each precision.

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "advisor/recommend/training_machines.h"
#include "answers/recommend/known_cards.h"
#include "answers/recommend/recommend_answer.h"
#include "catalog/catalog.h"
#include "catalog/market_facts.h"

namespace wgf::answers {

// GPUs that can be had together at a price.
struct Supply {
  const catalog::Gpu* gpu = nullptr;
  int gpus = 1;
  double price = 0;  // of them: an hour, or once
  const advisor::PricedOffer* offer = nullptr;
  int offers = 1;
  const advisor::Purchase* purchase = nullptr;
  const advisor::PricedOffer* fresh = nullptr;  // the cheapest fresh one of its kind
};

// Forecasts that do not depend on money or users: requests that ask for the same network, tokens
// and limits share them. By card, GPUs and precision.
struct RentedOffers;
struct BoughtCards;
struct KnownForecasts {
  using Key = std::tuple<const catalog::Gpu*, int, std::string_view>;
  std::map<Key, std::shared_ptr<const advisor::ServicePlan>> services;
  std::map<Key, std::optional<advisor::TrainingForecast>> trainings;
  std::map<std::pair<const catalog::Gpu*, std::string_view>, advisor::PromptMemo> prompts;
  // Read with the first of them; of other networks too, where all ask the same providers.
  std::shared_ptr<const RentedOffers> rented;
  std::shared_ptr<const BoughtCards> bought;
  std::shared_ptr<KnownCards> cards;
};

// Whether anything is forecast of a card, or why not.
enum class Coverage { unknown_card, not_known_to_run, forecast };

class RecommendSearch {
 public:
  RecommendSearch(const RecommendRequest& request, const catalog::GpuCatalog& gpus,
                  const advisor::OwnershipTerms& terms, std::shared_ptr<KnownForecasts> known);

  // Adds what the supply could do in this precision, with as many of it as the request takes.
  void add(const Supply& supply, const WorkPrecision& precision);

  std::optional<Scaling> scaling(const advisor::Candidate& one);

  std::vector<advisor::Candidate> candidates;
  std::vector<Detail> details;
  // Of every card that was added, in the best of the precisions.
  std::map<const catalog::Gpu*, Coverage> coverage;
  // Something was left out because the software is not known to run the format on the card.
  bool has_unknown_format = false;
  // Something was left out because the card does not multiply in the precision.
  bool has_missing_type = false;

 private:
  struct Rate {
    double value = 0, low = 0, high = 0;
  };
  Coverage coverage_of(const catalog::Gpu& gpu, const WorkPrecision& precision);
  void add_training(const Supply& supply, const WorkPrecision& precision);
  void add_service(const Supply& supply, const WorkPrecision& precision);
  void add_for_users(const Supply& supply, const WorkPrecision& precision);
  void add_candidate(const Supply& supply, int machines, const Rate& rate, double head_room,
                     Detail detail);
  void set_cost(advisor::Candidate& one) const;
  std::optional<advisor::SpotRate> spot_rate(const Supply& supply) const;
  void set_risk(const Supply& supply, advisor::Candidate& one, Detail& detail);
  std::vector<int> machine_counts(const Supply& supply, double rate_each) const;
  const advisor::ServiceCard& card(const catalog::Gpu& gpu) {
    return forecasts_->cards->service(gpu);
  }
  // The load is still open. Nothing: the software is not known to run the format on the card.
  std::optional<advisor::ServiceQuestion> question(const catalog::Gpu& gpu,
                                                   const WorkPrecision& precision);
  // nullptr: none is possible.
  std::shared_ptr<const advisor::ServicePlan> serve(const catalog::Gpu& gpu, int gpus,
                                                    const WorkPrecision& precision);
  std::optional<advisor::ServicePlan> forecast_service(const catalog::Gpu& gpu, int gpus,
                                                       const WorkPrecision& precision);
  std::optional<advisor::TrainingForecast> train(const catalog::Gpu& gpu, int gpus,
                                                 const WorkPrecision& precision);
  advisor::TrainingMachines& trained(const WorkPrecision& precision);
  advisor::Familiarity familiarity(const catalog::Gpu& gpu);

  const RecommendRequest& request_;
  const advisor::OwnershipTerms& terms_;
  std::shared_ptr<KnownForecasts> forecasts_;
  std::vector<catalog::SpotInterruption> interruptions_;  // read where spot machines count
  std::vector<catalog::FailureRate> failures_;
  std::map<advisor::ComputeType, std::unique_ptr<advisor::TrainingMachines>> trained_;
};

}  // namespace wgf::answers
