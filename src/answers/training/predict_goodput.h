// SPDX-License-Identifier: MIT
#pragma once
// predict --goodput: a forecast step as time and money to a finished run.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/goodput/interruptions.h"
#include "advisor/goodput/run_time.h"
#include "answers/training/predict_answer.h"

namespace wgf::answers {

// The spot offer whose loss can be priced in.
struct SpotOffer {
  const advisor::PricedOffer* offer = nullptr;
  std::optional<advisor::SpotRate> rate;  // nothing: no source names one
  double machines = 1;
  const advisor::PricedOffer* cheapest = nullptr;  // of all, its rate known or not
};
// Of machines that hold the run, where there are any, the cheapest of those whose rate of
// interruption is known, else the cheapest; nothing where nobody offers the card.
std::optional<SpotOffer> spot_offer(const std::vector<advisor::PricedOffer>& priced,
                                    const catalog::Gpu& gpu, int gpus);

struct GoodputAnswer {
  double tokens = 0;
  bool are_tokens_usual = false;
  Seconds work, checkpoint, restart;
  std::optional<Hours> given_gpu_hours;
  advisor::PublishedFailures failures;
  std::optional<SpotOffer> spot;
  bool wants_spot = false;
  std::optional<advisor::Goodput> run;  // nothing: how often it stops is unknown
  double usd_per_second = 0;            // 0: nobody rents the card
  const advisor::PricedOffer* offer = nullptr;
  std::optional<advisor::RunRent> rent;  // on demand
  // Beside spot machines: the same run on demand, where somebody offers that.
  const advisor::PricedOffer* on_demand = nullptr;
  std::optional<double> on_demand_usd;  // expected
};
GoodputAnswer goodput_answer(const PredictRequest& request, const Prediction& one,
                             const GoodputSettings& settings,
                             const std::vector<advisor::PricedOffer>& priced);

nlohmann::ordered_json goodput_json(const GoodputAnswer& answer);

}  // namespace wgf::answers
