// SPDX-License-Identifier: MIT
#pragma once
// What cards are rented for today.

#include <memory>
#include <optional>
#include <vector>

#include "advisor/recommend/machines.h"
#include "answers/surroundings.h"

namespace wgf::answers {

// Rents point into it: an answer that has some keeps it.
class Rents {
 public:
  Rents() = default;  // none
  // Reads the prices, which takes longer than all else.
  explicit Rents(const Surroundings& surroundings);
  Rents(const Rents&) = delete;
  Rents& operator=(const Rents&) = delete;

  std::optional<advisor::RunRent> of(const catalog::Gpu& gpu, int gpus) const {
    return advisor::run_rent(priced_, gpu, gpus);
  }
  const std::vector<advisor::PricedOffer>& all() const { return priced_; }

 private:
  std::shared_ptr<const Prices> prices_;  // what is priced points into them
  std::vector<advisor::PricedOffer> priced_;
};

}  // namespace wgf::answers
