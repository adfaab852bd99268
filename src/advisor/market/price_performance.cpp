// SPDX-License-Identifier: MIT
#include "advisor/market/price_performance.h"

#include <algorithm>

namespace wgf::advisor {
namespace {

bool is_better_offer(const PricedOffer& a, const PricedOffer& b) {
  const bool is_fresh = a.freshness == Freshness::fresh, other = b.freshness == Freshness::fresh;
  if (is_fresh != other) return is_fresh;
  return a.per_gpu < b.per_gpu;
}

bool is_cheaper_offer(const PricedOffer& a, const PricedOffer& b) {
  return a.per_gpu < b.per_gpu;
}

// Of exactly one of this card, on demand.
template <typename IsBetter>
const PricedOffer* best_single_gpu_offer(const std::vector<PricedOffer>& priced,
                                         const catalog::Gpu& gpu, IsBetter&& is_better) {
  const PricedOffer* best = nullptr;
  for (const PricedOffer& one : priced) {
    if (one.card() != &gpu || one.kind != RentalKind::on_demand || one.offer->gpu_count != 1)
      continue;
    if (best == nullptr || is_better(one, *best)) best = &one;
  }
  return best;
}

}  // namespace

const PricedOffer* single_gpu_offer(const std::vector<PricedOffer>& priced,
                                    const catalog::Gpu& gpu) {
  return best_single_gpu_offer(priced, gpu, is_better_offer);
}

const PricedOffer* cheapest_single_gpu_offer(const std::vector<PricedOffer>& priced,
                                             const catalog::Gpu& gpu) {
  return best_single_gpu_offer(priced, gpu, is_cheaper_offer);
}

int stars_among(const std::vector<PricePerformance>& list, double index) {
  constexpr int most_stars = 5;
  const auto better = std::count_if(list.begin(), list.end(),
                                    [&](const PricePerformance& one) { return one.index > index; });
  if (list.empty()) return most_stars;
  const int fifth =
      static_cast<int>(better * most_stars / static_cast<std::ptrdiff_t>(list.size()));
  return most_stars - std::min(fifth, most_stars - 1);
}

std::vector<PricePerformance> price_performance(std::span<const results::RankRow> ranking,
                                                const std::vector<PricedOffer>& priced,
                                                const catalog::GpuCatalog& gpus) {
  std::vector<PricePerformance> list;
  for (const results::RankRow& row : ranking) {
    const catalog::Gpu* gpu = gpus.find_id(row.gpu);
    const PricedOffer* offer = gpu == nullptr ? nullptr : single_gpu_offer(priced, *gpu);
    if (offer == nullptr) continue;
    list.push_back({row.gpu, row.total, row.total / offer->per_gpu.value, 1, *offer});
  }
  std::stable_sort(
      list.begin(), list.end(),
      [](const PricePerformance& a, const PricePerformance& b) { return a.index > b.index; });
  for (PricePerformance& one : list) one.stars = stars_among(list, one.index);
  return list;
}

}  // namespace wgf::advisor
