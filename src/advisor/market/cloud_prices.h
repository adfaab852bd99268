// SPDX-License-Identifier: MIT
#pragma once
// Prices of rented GPUs made comparable: per GPU-hour, per dense TFLOP/s and per GB of memory, with
// how old each is. Today is handed in.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "catalog/memory_wish.h"
#include "catalog/offers.h"

namespace wgf::advisor {

enum class RentalKind { on_demand, spot };
enum class PriceMeasure { per_gpu, per_tflop, per_gb };

// unknown: the source gives no date, or one that is still to come.
enum class Freshness { fresh, stale, unknown };
std::string_view to_text(Freshness freshness);
inline constexpr int stale_after_days = 30;
Freshness freshness(const std::optional<Date>& date, Day today);

// One price of one offer. Points into the offers and the catalogue it was made from.
struct PricedOffer {
  const catalog::Offer* offer = nullptr;
  RentalKind kind = RentalKind::on_demand;
  // One where the offer says which card, several where it leaves the variant open.
  std::vector<const catalog::Gpu*> cards;
  UsdPerHour per_gpu;
  // Of an hour; nothing where the cards differ in it or have no such figure. TFLOP: the higher of
  // the dense bf16 and fp16 peaks.
  std::optional<double> usd_per_tflop, usd_per_gb;
  Freshness freshness = Freshness::unknown;

  const catalog::Gpu* card() const { return cards.size() == 1 ? cards[0] : nullptr; }
  UsdPerHour price() const;  // of the whole offer
  // Its source says that none is free: listed, but no price that anybody can have.
  bool is_sold_out() const { return offer->availability == catalog::Availability::none; }
  std::optional<double> measure(PriceMeasure measure) const;
};

struct OfferFilter {
  std::vector<const catalog::Gpu*> gpus;        // empty: every card, also what the catalogue lacks
  std::vector<std::string> providers, regions;  // as the offers write them; empty: all
  std::optional<catalog::MemoryWish> least_memory;  // of one card
  std::optional<double> gpu_count;
  std::optional<RentalKind> kind;
  bool only_available = false;
};

// The offers that pass, in the order given, without prices that a later one of the same provider,
// machine and place replaces; one with both prices comes twice. An offer whose
// variant is open passes where all it can be are asked for.
std::vector<PricedOffer> priced_offers(const catalog::Offers& offers,
                                       const catalog::GpuCatalog& gpus, const OfferFilter& filter,
                                       Day today);

// Cheapest first; those without the figure last. Equal ones: the newer date first.
void sort_by_measure(std::vector<PricedOffer>& priced, PriceMeasure measure);

// Of what is not sold out. nullptr: none of the kind (and freshness, where one is asked for) has
// the figure.
const PricedOffer* cheapest(const std::vector<PricedOffer>& priced, RentalKind kind,
                            PriceMeasure measure, bool only_fresh = false);

// Lowest and highest on-demand price of one GPU-hour among offers of this very card that are not
// sold out.
struct PriceRange {
  UsdPerHour low, high;
  int offers = 0;
};
std::optional<PriceRange> on_demand_range(const std::vector<PricedOffer>& priced,
                                          const catalog::Gpu& gpu);

}  // namespace wgf::advisor
