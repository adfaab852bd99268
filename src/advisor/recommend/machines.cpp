// SPDX-License-Identifier: MIT
#include "advisor/recommend/machines.h"

#include <cmath>
#include <map>
#include <tuple>

namespace wgf::advisor {
namespace {

bool is_whole(const PricedOffer& one) {
  const double gpus = one.offer->gpu_count;
  return one.card() != nullptr && gpus >= 1 && gpus == std::floor(gpus) && one.per_gpu.value > 0 &&
         one.offer->availability != catalog::Availability::none;
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

}  // namespace wgf::advisor
