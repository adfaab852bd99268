// SPDX-License-Identifier: MIT
#include "answers/recommend/known_cards.h"

#include "answers/basis/training_basis.h"

namespace wgf::answers {

const advisor::ServiceCard& KnownCards::service(const catalog::Gpu& gpu) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<advisor::ServiceCard>& known = services_[&gpu];
  if (!known) known = std::make_unique<advisor::ServiceCard>(gpu, serving_software);
  return *known;
}

advisor::Familiarity KnownCards::of_training(const catalog::Gpu& gpu) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = of_training_.try_emplace(&gpu, advisor::Familiarity::none);
  if (is_new) known->second = training_basis(gpu, gpus_).familiarity;
  return known->second;
}

const ServiceBasis& KnownCards::of_service(const catalog::Gpu& gpu) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<ServiceBasis>& known = of_service_[&gpu];
  if (!known) known = std::make_unique<ServiceBasis>(service_basis(gpu, serving_software, gpus_));
  return *known;
}

}  // namespace wgf::answers
