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
  const PricedOffer* offer = nullptr;  // rented: the cheapest of its kind, whatever its age
  int offers = 1;                      // how many there are
  const PricedOffer* fresh = nullptr;  // the cheapest fresh one; nullptr: none is
};

// The cheapest offer of every card and number of GPUs; of spot machines that of each provider, who
// interrupts as often as others do not. Offers of a share of a card, of a card that is not told,
// and those stated to be sold out do not count. An old price counts like a fresh one, so that
// another provider never makes a machine dearer; how old it is is said beside it.
std::vector<Machine> rented_machines(const std::vector<PricedOffer>& priced);

}  // namespace wgf::advisor
