// SPDX-License-Identifier: MIT
#pragma once
// What is the same for all requests of a command: a card's rates and what forecasts of it rest on.

#include <map>
#include <memory>
#include <mutex>

#include "advisor/predict/training_forecast.h"
#include "advisor/serving/best_service.h"
#include "answers/basis/service_basis.h"
#include "catalog/catalog.h"

namespace wgf::answers {

// What recommend and select serve with.
inline constexpr auto serving_software = advisor::ServingSoftware::vllm;

// Each is read at the first question; searches on several processors may share one of these.
class KnownCards {
 public:
  // The catalogue must outlive this.
  explicit KnownCards(const catalog::GpuCatalog& gpus) : gpus_(gpus) {}

  const advisor::ServiceCard& service(const catalog::Gpu& gpu);
  advisor::Familiarity of_training(const catalog::Gpu& gpu);
  const ServiceBasis& of_service(const catalog::Gpu& gpu);

 private:
  const catalog::GpuCatalog& gpus_;
  std::mutex mutex_;
  std::map<const catalog::Gpu*, std::unique_ptr<advisor::ServiceCard>> services_;
  std::map<const catalog::Gpu*, advisor::Familiarity> of_training_;
  std::map<const catalog::Gpu*, std::unique_ptr<ServiceBasis>> of_service_;
};

}  // namespace wgf::answers
