// SPDX-License-Identifier: MIT
#pragma once
// What can be taken as a whole: a rented machine with so many GPUs, or GPUs to buy.

#include <span>
#include <string>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "advisor/market/purchase.h"

namespace wgf::advisor {

struct Machine {
  const catalog::Gpu* gpu = nullptr;
  int gpus = 1;
  const PricedOffer* offer = nullptr;  // rented: the cheapest of its kind
  int offers = 1;                      // how many there are
};

// The cheapest offer of every card and number of GPUs; of spot machines that of each provider, who
// interrupts as often as others do not. Offers of a share of a card, of a card that is not told,
// and those stated to be sold out do not count; where some of a kind are fresh, those that are not
// do not.
std::vector<Machine> rented_machines(const std::vector<PricedOffer>& priced);

}  // namespace wgf::advisor
