// SPDX-License-Identifier: MIT
#include "advisor/market/cloud_prices.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "catalog/offer_cards.h"

namespace wgf::advisor {
namespace {

using catalog::Gpu;
using catalog::Offer;
using Cards = std::vector<const Gpu*>;

bool contains(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// The cards an offer can be; offers of one description share the answer.
class CardFinder {
 public:
  explicit CardFinder(const catalog::GpuCatalog& gpus) : gpus_(gpus) {}

  const Cards& cards_of(const Offer& offer) {
    const std::string& key = offer.gpu_id.empty() ? offer.gpu_name : offer.gpu_id;
    const auto [entry, is_new] = known_.try_emplace({offer.gpu_id.empty(), key});
    if (!is_new) return entry->second;
    if (offer.gpu_id.empty()) {
      entry->second = catalog::cards_of(gpus_, {offer.gpu_name, "", std::nullopt});
    } else if (const Gpu* gpu = gpus_.find_id(offer.gpu_id)) {
      entry->second = {gpu};
    }
    return entry->second;
  }

 private:
  const catalog::GpuCatalog& gpus_;
  std::map<std::pair<bool, std::string>, Cards> known_;
};

bool passes(const Offer& offer, const Cards& cards, const OfferFilter& filter) {
  const auto is_wanted = [&](const Gpu* gpu) { return contains(filter.gpus, gpu); };
  const auto is_large = [&](const Gpu* gpu) {
    return catalog::has_at_least(*gpu, *filter.least_memory);
  };
  if (!filter.gpus.empty() &&
      (cards.empty() || !std::all_of(cards.begin(), cards.end(), is_wanted)))
    return false;
  if (filter.least_memory && (cards.empty() || !std::all_of(cards.begin(), cards.end(), is_large)))
    return false;
  if (!filter.providers.empty() && !contains(filter.providers, offer.provider)) return false;
  if (!filter.regions.empty() && !contains(filter.regions, offer.region)) return false;
  if (filter.gpu_count && offer.gpu_count != *filter.gpu_count) return false;
  return !filter.only_available || offer.availability == catalog::Availability::available ||
         offer.availability == catalog::Availability::low;
}

std::optional<double> half_precision_tflops(const Gpu& gpu) {
  const auto bf16 = catalog::dense_peak(gpu, "bf16"), fp16 = catalog::dense_peak(gpu, "fp16");
  if (!bf16 && !fp16) return std::nullopt;
  return std::max(bf16.value_or(FlopsPerSecond()), fp16.value_or(FlopsPerSecond())).value / tera;
}

std::optional<double> memory_in_gb(const Gpu& gpu) {
  return gpu.memory_gb;
}

// The figure of every card where all agree.
std::optional<double> common(const Cards& cards, std::optional<double> (*figure)(const Gpu&)) {
  if (cards.empty()) return std::nullopt;
  const std::optional<double> first = figure(*cards[0]);
  for (const Gpu* gpu : cards)
    if (figure(*gpu) != first) return std::nullopt;
  return first;
}

PricedOffer make_priced(const Offer& offer, RentalKind kind, const Cards& cards, Day today) {
  PricedOffer priced{.offer = &offer, .kind = kind, .cards = cards};
  priced.per_gpu = priced.price() / offer.gpu_count;
  if (const auto tflops = common(cards, half_precision_tflops))
    priced.usd_per_tflop = priced.per_gpu.value / *tflops;
  if (const auto memory = common(cards, memory_in_gb))
    priced.usd_per_gb = priced.per_gpu.value / *memory;
  priced.freshness = freshness(offer.date, today);
  return priced;
}

bool is_newer(const Offer& a, const Offer& b) {
  if (!a.date || !b.date) return a.date.has_value() && !b.date;
  return a.date->first > b.date->first;
}

bool is_before(const PricedOffer& a, const PricedOffer& b, PriceMeasure measure) {
  const auto left = a.measure(measure), right = b.measure(measure);
  if (left != right) return left && (!right || *left < *right);
  return is_newer(*a.offer, *b.offer);
}

// A machine as its provider sells it, whoever wrote the price down.
using Machine = std::tuple<std::string_view, std::string_view, double, RentalKind>;

Machine machine_of(const PricedOffer& one) {
  const Offer& offer = *one.offer;
  return {offer.provider, offer.gpu_id.empty() ? offer.gpu_name : offer.gpu_id, offer.gpu_count,
          one.kind};
}

// The same machine in the same place at a price of a later day, told by another source: offers of
// one source stand beside each other.
bool is_replaced_by(const Offer& earlier, const Offer& later) {
  const bool is_there =
      earlier.region.empty() || later.region.empty() || earlier.region == later.region;
  return is_there && earlier.source != later.source && is_newer(later, earlier);
}

void drop_replaced(std::vector<PricedOffer>& priced) {
  std::map<Machine, std::vector<const Offer*>> dated;
  for (const PricedOffer& one : priced)
    if (one.offer->date && one.freshness != Freshness::unknown)
      dated[machine_of(one)].push_back(one.offer);
  std::erase_if(priced, [&](const PricedOffer& one) {
    if (!one.offer->date) return false;
    const auto others = dated.find(machine_of(one));
    return others != dated.end() &&
           std::any_of(others->second.begin(), others->second.end(),
                       [&](const Offer* other) { return is_replaced_by(*one.offer, *other); });
  });
}

}  // namespace

std::string_view to_text(Freshness freshness) {
  switch (freshness) {
    case Freshness::fresh:
      return "fresh";
    case Freshness::stale:
      return "stale";
    case Freshness::unknown:
      break;
  }
  return "unknown";
}

Freshness freshness(const std::optional<Date>& date, Day today) {
  if (!date) return Freshness::unknown;
  const int age = age_in_days(*date, today);
  // Where it is already tomorrow, somebody reads a price today.
  constexpr int time_zones = 1;
  if (age < -time_zones) return Freshness::unknown;
  return age > stale_after_days ? Freshness::stale : Freshness::fresh;
}

UsdPerHour PricedOffer::price() const {
  return kind == RentalKind::spot ? *offer->spot : *offer->on_demand;
}

std::optional<double> PricedOffer::measure(PriceMeasure wanted) const {
  switch (wanted) {
    case PriceMeasure::per_gpu:
      return per_gpu.value;
    case PriceMeasure::per_tflop:
      return usd_per_tflop;
    case PriceMeasure::per_gb:
      return usd_per_gb;
  }
  return std::nullopt;
}

std::vector<PricedOffer> priced_offers(const catalog::Offers& offers,
                                       const catalog::GpuCatalog& gpus, const OfferFilter& filter,
                                       Day today) {
  CardFinder finder(gpus);
  std::vector<PricedOffer> priced;
  for (const Offer& offer : offers) {
    const Cards& cards = finder.cards_of(offer);
    if (!passes(offer, cards, filter)) continue;
    if (offer.on_demand && filter.kind != RentalKind::spot)
      priced.push_back(make_priced(offer, RentalKind::on_demand, cards, today));
    if (offer.spot && filter.kind != RentalKind::on_demand)
      priced.push_back(make_priced(offer, RentalKind::spot, cards, today));
  }
  drop_replaced(priced);
  return priced;
}

void sort_by_measure(std::vector<PricedOffer>& priced, PriceMeasure measure) {
  std::stable_sort(priced.begin(), priced.end(), [&](const PricedOffer& a, const PricedOffer& b) {
    return is_before(a, b, measure);
  });
}

const PricedOffer* cheapest(const std::vector<PricedOffer>& priced, RentalKind kind,
                            PriceMeasure measure, bool only_fresh) {
  const PricedOffer* best = nullptr;
  for (const PricedOffer& one : priced) {
    if (one.kind != kind || !one.measure(measure) || one.is_sold_out()) continue;
    if (only_fresh && one.freshness != Freshness::fresh) continue;
    if (best == nullptr || is_before(one, *best, measure)) best = &one;
  }
  return best;
}

std::optional<PriceRange> on_demand_range(const std::vector<PricedOffer>& priced,
                                          const catalog::Gpu& gpu) {
  std::optional<PriceRange> range;
  for (const PricedOffer& one : priced) {
    if (one.card() != &gpu || one.kind != RentalKind::on_demand || one.is_sold_out()) continue;
    if (!range) range = PriceRange{one.per_gpu, one.per_gpu, 0};
    range->low = std::min(range->low, one.per_gpu);
    range->high = std::max(range->high, one.per_gpu);
    ++range->offers;
  }
  return range;
}

}  // namespace wgf::advisor
