// SPDX-License-Identifier: MIT
#pragma once
// What recommend found: everything that could be taken, and the best of it.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "advisor/market/ownership.h"
#include "advisor/predict/training_forecast.h"
#include "advisor/recommend/machines.h"
#include "advisor/recommend/ranking.h"
#include "advisor/recommend/spot_loss.h"
#include "advisor/serving/best_service.h"
#include "answers/recommend/recommend_request.h"
#include "base/date.h"
#include "base/error.h"
#include "messages/message_table.h"

namespace wgf::answers {

// What stands behind a candidate.
struct Detail {
  const advisor::PricedOffer* offer = nullptr;  // rented
  const advisor::PricedOffer* fresh = nullptr;  // the cheapest fresh one of its kind
  int offers = 1;                               // of its kind; `offer` is the cheapest
  int machines = 1;
  int gpus_each = 1;
  const advisor::Purchase* purchase = nullptr;  // bought
  WorkPrecision precision;
  // Whether published measurements behind the forecast are on this card.
  advisor::Familiarity familiarity = advisor::Familiarity::card;
  std::optional<advisor::SpotRate> interruptions;  // of each spot machine, where a source says
  advisor::KeptShare kept;                         // of the rate, already taken off
  std::optional<advisor::TrainingForecast> training;
  std::shared_ptr<const advisor::ServicePlan> service;  // of one machine
};

// Tokens a second of several GPUs over so many times those of one, were its memory large enough;
// of a service, whose memory holds the requests too, of the fewest GPUs that hold the network.
struct Scaling {
  double efficiency = 1;
  int base = 1;
};

// One of the best, with what is said of it.
struct Choice {
  const advisor::Candidate* candidate = nullptr;
  std::optional<advisor::PriceFlip> flip;  // the first: how dear; others: how cheap to be the first
  std::optional<Scaling> scaling;          // of several GPUs
};

// Cards that were looked at and left out, in the order of their ids: nothing is forecast of them,
// or the software is not known to run the network's formats there.
struct CardsLeftOut {
  std::vector<const catalog::Gpu*> without_forecast, not_known_to_run;
};

// Points into the Recommendation that it is of.
struct RecommendAnswer {
  const RecommendRequest& request;
  const std::vector<Detail>& details;  // by Candidate::detail
  Day today{};
  std::vector<Choice> best;  // three at most; none: nothing meets what is asked
  std::vector<const advisor::Candidate*> of_cards;  // the best of each card, all eligible ones
  std::vector<double> scores;                       // of these
  advisor::Weights weights{};                       // of the measures
  bool is_order_open = false;                       // between the first two
  // Where nothing meets all: the cheapest that meets everything but the price.
  const advisor::Candidate* nearest = nullptr;
  // Bought: where that is more GPUs than one computer holds, the cheapest of at most as many.
  const advisor::Candidate* nearest_computer = nullptr;
  // What comes nearest to the limits of time, else to the rate, of what can be paid; of all where
  // the price is not the reason.
  const advisor::Candidate* closest = nullptr;
  // Served in four bits where wider weights are recommended: a cheaper one, if there is.
  const advisor::Candidate* four_bits = nullptr;
  advisor::OwnershipTerms terms;  // of what is bought
  int offers = 0, cards = 0;      // that were looked at
  int sold_out = 0;               // offers beside these
  // Where nothing holds the network: what would, of more GPUs than were asked for; 0: nothing.
  int enough_gpus = 0;
  std::string enough;
  // Or it does in machines of so many GPUs, which are larger than those on offer; 0: not even then.
  int enough_machine = 0;
  int largest_machine = 0;          // rented, of cards with a forecast: its GPUs
  bool has_unknown_format = false;  // RecommendSearch has it
  bool has_missing_type = false;    // and this
  CardsLeftOut left_out;

  std::optional<double> most_price;

  std::optional<double> loss_to_lose;  // of the first, where its risk is not known

  const Detail& detail(const advisor::Candidate& one) const { return details[one.detail]; }
  bool is_spot(const advisor::Candidate& one) const {
    const advisor::PricedOffer* offer = detail(one).offer;
    return offer != nullptr && offer->kind == advisor::RentalKind::spot;
  }
};

// What is asked and lies within the 90 % interval of a candidate that its forecast keeps it by.
enum class Limit { first_token, next_token, deadline, rate };
std::vector<Limit> limits_at_risk(const RecommendAnswer& answer, const advisor::Candidate& one);

// Of one GPU, one direction, where a training goes beyond one machine. No offer states it.
std::optional<BytesPerSecond> assumed_network(const Detail& detail);

// Whether its price is not of the last days.
bool is_price_old(const Detail& detail, Day today);

// "2 x h100-sxm, fp8"
std::string candidate_name(const RecommendAnswer& answer, const advisor::Candidate& one);
std::string candidate_name(const advisor::Candidate& one, const Detail& detail);
std::string precision_name(const RecommendAnswer& answer, const advisor::Candidate& one);
// A price of what was asked for: once, or an hour.
std::string price_text(const RecommendAnswer& answer, double price);
// What is said where nothing meets what is asked, with the nearest thing that would.
Message nothing_meets(const RecommendAnswer& answer);
// No card has a forecast, which is said instead.
bool is_nothing_forecast(const RecommendAnswer& answer);
// Why a choice is where it is, in a sentence.
std::string why_text(const RecommendAnswer& answer, const Choice& choice,
                     messages::Language language);
nlohmann::ordered_json recommend_json(const RecommendAnswer& answer, messages::Language language);
// That, with the exit code of what is not supported where nothing is forecast of any card.
Error nothing_error(const RecommendAnswer& answer);

}  // namespace wgf::answers
