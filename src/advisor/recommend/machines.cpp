// SPDX-License-Identifier: MIT
#include "advisor/recommend/machines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace wgf::advisor {
namespace {

bool is_whole(const PricedOffer& one) {
  const double gpus = one.offer->gpu_count;
  return one.card() != nullptr && gpus >= 1 && gpus == std::floor(gpus) && one.per_gpu.value > 0 &&
         !one.is_sold_out();
}

// The cheaper; of two alike the one whose age is known to be low.
bool is_better(const PricedOffer& a, const PricedOffer& b) {
  if (a.per_gpu != b.per_gpu) return a.per_gpu < b.per_gpu;
  return a.freshness == Freshness::fresh && b.freshness != Freshness::fresh;
}

void take(Machine& machine, const PricedOffer& one) {
  ++machine.offers;
  if (machine.offer == nullptr || is_better(one, *machine.offer)) machine.offer = &one;
  if (one.freshness != Freshness::fresh) return;
  if (machine.fresh == nullptr || is_better(one, *machine.fresh)) machine.fresh = &one;
}

}  // namespace

std::vector<Machine> rented_machines(const std::vector<PricedOffer>& priced) {
  std::vector<Machine> machines;
  std::map<std::tuple<const catalog::Gpu*, int, RentalKind, std::string>, std::size_t> known;
  for (const PricedOffer& one : priced) {
    if (!is_whole(one)) continue;
    const int gpus = static_cast<int>(one.offer->gpu_count);
    const std::string provider = one.kind == RentalKind::spot ? one.offer->provider : "";
    const auto [entry, is_new] =
        known.try_emplace({one.card(), gpus, one.kind, provider}, machines.size());
    if (is_new) machines.push_back({one.card(), gpus, nullptr, 0, nullptr});
    take(machines[entry->second], one);
  }
  return machines;
}

bool holds(const PricedOffer& one, int gpus) {
  if (!is_whole(one)) return false;
  const int of_machine = static_cast<int>(one.offer->gpu_count);
  return of_machine == gpus || (of_machine >= joined_from && gpus % of_machine == 0);
}

std::optional<RunRent> run_rent(const std::vector<PricedOffer>& priced, const catalog::Gpu& gpu,
                                int gpus) {
  std::optional<RunRent> found;
  for (const PricedOffer& one : priced) {
    if (one.card() != &gpu || one.kind != RentalKind::on_demand || !is_whole(one)) continue;
    const int of_machine = static_cast<int>(one.offer->gpu_count);
    const bool does_hold = holds(one, gpus);
    if (!found) found = RunRent{&one, does_hold, of_machine, of_machine};
    found->least = std::min(found->least, of_machine);
    found->most = std::max(found->most, of_machine);
    if (does_hold == found->does_hold ? is_better(one, *found->offer) : does_hold)
      found->offer = &one;
    found->does_hold = found->does_hold || does_hold;
  }
  return found;
}

}  // namespace wgf::advisor
