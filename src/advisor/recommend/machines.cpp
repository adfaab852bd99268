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

// Fresh before stale, then the cheaper.
bool is_better(const PricedOffer& a, const PricedOffer& b) {
  const bool is_fresh = a.freshness == Freshness::fresh;
  if (is_fresh != (b.freshness == Freshness::fresh)) return is_fresh;
  return a.per_gpu < b.per_gpu;
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
    if (is_new) {
      machines.push_back({one.card(), gpus, &one, 1});
      continue;
    }
    Machine& machine = machines[entry->second];
    ++machine.offers;
    if (is_better(one, *machine.offer)) machine.offer = &one;
  }
  return machines;
}

}  // namespace wgf::advisor
