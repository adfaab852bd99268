// SPDX-License-Identifier: MIT
#include "cli/words/report_rents.h"

#include "advisor/market/price_performance.h"
#include "cli/price_store.h"

namespace wgf::cli {
namespace {

report::PriceAge age_of(advisor::Freshness freshness) {
  switch (freshness) {
    case advisor::Freshness::fresh:
      return report::PriceAge::fresh;
    case advisor::Freshness::stale:
      return report::PriceAge::stale;
    case advisor::Freshness::unknown:
      break;
  }
  return report::PriceAge::unknown;
}

}  // namespace

std::vector<report::Rent> rents_of(const catalog::Offers& offers, const catalog::GpuCatalog& gpus,
                                   Day today) {
  const std::vector<advisor::PricedOffer> priced = advisor::priced_offers(offers, gpus, {}, today);
  std::vector<report::Rent> rents;
  for (const catalog::Gpu& gpu : gpus.gpus)
    if (const advisor::PricedOffer* best = advisor::single_gpu_offers(priced, gpu).best())
      rents.push_back({gpu.id, best->per_gpu, best->offer->provider, best->offer->date,
                       age_of(best->freshness)});
  return rents;
}

std::vector<report::Rent> current_rents(const Context& context) {
  return rents_of(offers_now("", context), catalog::embedded_catalog().gpus(), today());
}

}  // namespace wgf::cli
