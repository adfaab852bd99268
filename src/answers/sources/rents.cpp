// SPDX-License-Identifier: MIT
#include "answers/sources/rents.h"

namespace wgf::answers {

Rents::Rents(const Surroundings& surroundings) : prices_(surroundings.prices()) {
  priced_ =
      advisor::priced_offers(prices_->offers, surroundings.catalog.gpus(), {}, surroundings.today);
}

}  // namespace wgf::answers
