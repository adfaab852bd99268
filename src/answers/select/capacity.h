// SPDX-License-Identifier: MIT
#pragma once
// What cards hold of services of networks, and what a token costs there.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "advisor/serving/cache_room.h"
#include "answers/outcome.h"
#include "answers/select/select_request.h"
#include "answers/service/service_answer.h"
#include "answers/surroundings.h"

namespace wgf::answers {

// One card and model of the matrix.
struct CapacityCell {
  std::string model;
  const catalog::Gpu* gpu = nullptr;
  std::string_view precision;
  ServiceOutcome outcome;
  advisor::CacheRoom room;                     // of one request at its longest
  double requests = 0;                         // at once
  double input_tokens = 0, output_tokens = 0;  // of each
  double needed = 0;                           // bytes of usable memory that all of them take
  bool does_fit = false;
  const advisor::PricedOffer* rent = nullptr;

  std::optional<double> usd_per_1k() const;  // tokens put out
};

struct Capacity {
  // What the rents point into.
  std::shared_ptr<const Prices> prices;
  std::vector<advisor::PricedOffer> priced;
  std::vector<ServiceRequest> requests;  // one of each model; at least one
  std::vector<CapacityCell> cells;       // of the first model all cards, then of the second

  std::string_view precision() const { return requests.front().precisions.front(); }
};

// Throws Error(usage) for what cannot be, Error(not_supported) for networks that nothing serves.
Outcome<Capacity> capacity(const SelectOptions& options, const Surroundings& surroundings);
nlohmann::ordered_json capacity_json(const Capacity& all);

}  // namespace wgf::answers
