// SPDX-License-Identifier: MIT
#pragma once
// What can be taken as a whole: a rented machine with so many GPUs, or GPUs to buy.

#include <optional>
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

// Machines with fewer GPUs are not joined to one run.
inline constexpr int joined_from = 8;

// So many GPUs are whole machines of these: one, or several that are joined.
bool holds(const PricedOffer& one, int gpus);

// What a GPU-hour of a run on so many GPUs costs on demand.
struct RunRent {
  const PricedOffer* offer = nullptr;  // the cheapest
  bool does_hold = true;               // false: nobody offers machines that hold the run
  int least = 1, most = 1;             // GPUs of the machines that are offered at all
};
// Of machines that hold the run, else of any; nothing: nobody offers the card.
std::optional<RunRent> run_rent(const std::vector<PricedOffer>& priced, const catalog::Gpu& gpu,
                                int gpus);

}  // namespace wgf::advisor
