// SPDX-License-Identifier: MIT
#include "advisor/market/rent.h"

#include <cmath>

namespace wgf::advisor {
namespace {

constexpr double seconds_per_hour = 3600;
constexpr double million = 1e6;

// Whole months until `once` dollars are made up by renting dearer than running. What a product of
// doubles adds behind a whole month does not make it the next one.
std::optional<double> months_until_paid(Usd once, double rent_per_month, double running_per_month) {
  const double saved = rent_per_month - running_per_month;
  if (saved <= 0) return std::nullopt;
  constexpr double tolerance = 1e-9;
  return std::ceil(once.value / saved * (1 - tolerance));
}

}  // namespace

const PricedOffer* rent_offer(const std::vector<PricedOffer>& priced, const catalog::Gpu& gpu,
                              bool only_fresh) {
  const PricedOffer *single = nullptr, *shared = nullptr;
  for (const PricedOffer& one : priced) {
    if (one.card() != &gpu || one.kind != RentalKind::on_demand || one.is_sold_out()) continue;
    if (one.offer->gpu_count < 1) continue;
    if (only_fresh && one.freshness != Freshness::fresh) continue;
    const PricedOffer*& best = one.offer->gpu_count == 1 ? single : shared;
    if (best == nullptr || one.per_gpu < best->per_gpu) best = &one;
  }
  return single != nullptr ? single : shared;
}

RentComparison compare_with_rent(const Ownership& owned, UsdPerHour rent,
                                 const std::optional<ScenarioRate>& rate,
                                 const OwnershipTerms& terms) {
  RentComparison comparison;
  comparison.per_hour = rent;
  comparison.total = Usd(rent.value * owned.hours);
  if (rate) {
    const double hour = seconds_per_hour * terms.utilisation / million;
    comparison.usd_per_million = {rent.value / (rate->high * hour),
                                  rent.value / (rate->low * hour)};
  }
  const Usd server = owned.costs.server.value_or(Usd());
  const double rented = comparison.total.value / terms.months;
  const auto months = [&](Usd price, Usd running_per_day) {
    return months_until_paid(price + server, rented, running_per_day.value * days_per_month);
  };
  comparison.month_low = months(owned.costs.purchase.low, owned.running_per_day.low);
  comparison.month_high = months(owned.costs.purchase.high, owned.running_per_day.high);
  return comparison;
}

}  // namespace wgf::advisor
