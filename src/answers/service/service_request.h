// SPDX-License-Identifier: MIT
#pragma once
// The options of predict --task serve, and the question they ask.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "advisor/serving/best_service.h"
#include "answers/surroundings.h"
#include "answers/training/predict_request.h"

namespace wgf::answers {

// What this machine's card was found to have, and whose results that is.
struct CalibratedService {
  KeptCalibration kept;  // of services, at least
  advisor::FittedServing fitted;
};

struct ServiceRequest {
  PredictShape shape = PredictShape::one;
  MemoryRequest network;
  std::vector<const catalog::Gpu*> cards;
  std::vector<Message> notes;
  std::vector<std::string_view> precisions;  // at least one
  std::vector<double> loads;                 // requests in flight; empty: as many as the limits let
  std::optional<int> gpus;                   // empty: the fewest that hold it
  std::optional<advisor::CacheType> cache;
  advisor::ServingCase load;  // software and tokens
  advisor::GivenService given;
  advisor::ServiceLimits limits;  // the usual ones where none are given
  bool is_explained = false;
  std::string_view scenario;        // that one of them is of; empty: all were given
  bool has_limits = false;          // they were given: layouts are chosen by them
  bool is_of_largest_load = false;  // the layout given was chosen so
  bool has_fewest_gpus = false;     // and their number with it
  bool is_calibrated = false;
  std::shared_ptr<const CalibratedService> calibrated;  // of the card, once it is read

  const advisor::FittedServing& fitted() const {
    return calibrated ? calibrated->fitted : advisor::fitted_serving();
  }

  // Of layers known, at the load of that place in the list. Nothing: the software does not run the
  // precision.
  std::optional<advisor::ServiceQuestion> question(const catalog::Gpu& gpu,
                                                   std::string_view precision,
                                                   std::size_t load = 0) const;
};

// Of --slo: "ttft=500ms", "tpot=30ms", each at most once; a bare number is of milliseconds. Throws
// Error(usage).
advisor::ServiceLimits parse_service_limits(const std::vector<std::string>& typed);

// Whether --task says so.
bool is_service(const PredictOptions& options);

// Throws Error(usage) for what cannot be, Error(not_supported) for more tokens than the network
// takes.
ServiceRequest parse_service_request(const PredictOptions& options,
                                     const catalog::Catalog& catalog);

}  // namespace wgf::answers
