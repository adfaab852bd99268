// SPDX-License-Identifier: MIT
#include "advisor/market/ownership.h"

namespace wgf::advisor {
namespace {

constexpr double watts_per_kilowatt = 1e3;
constexpr double grams_per_kilogram = 1e3;
constexpr double seconds_per_hour = 3600;
constexpr double million = 1e6;

Between<Usd> cost_of(KilowattHours energy, const Between<UsdPerKilowattHour>& price) {
  return {Usd(energy.value * price.low.value), Usd(energy.value * price.high.value)};
}

// What the card brings; of a share the dearer card brings more.
Between<Usd> resale_value(const Between<Usd>& price, const Resale& resale) {
  if (!resale.is_share) return {Usd(resale.value.low), Usd(resale.value.high)};
  return {price.low * resale.value.low, price.high * resale.value.high};
}

// Purchase less resale: a share of the same price at both ends, a sum of whatever price.
Between<Usd> kept_value(const Between<Usd>& price, const std::optional<Resale>& resale) {
  if (!resale) return price;
  if (resale->is_share)
    return {price.low * (1 - resale->value.high), price.high * (1 - resale->value.low)};
  return {price.low - Usd(resale->value.high), price.high - Usd(resale->value.low)};
}

Usd hosting_cost(const Hosting& hosting, Watts power, double months) {
  const double units = hosting.is_per_kilowatt ? power.value / watts_per_kilowatt : 1;
  return Usd(hosting.usd_per_month * units * months);
}

OwnershipCosts costs_of(const Between<Usd>& price, const Ownership& one,
                        const OwnershipTerms& terms) {
  OwnershipCosts costs;
  costs.purchase = price;
  costs.energy = cost_of(one.computing, terms.electricity);
  costs.cooling = cost_of(one.cooling, terms.electricity);
  costs.server = terms.server;
  if (terms.hosting) costs.hosting = hosting_cost(*terms.hosting, one.power, terms.months);
  if (terms.resale) costs.resale = resale_value(price, *terms.resale);
  const Usd fixed = costs.server.value_or(Usd()) + costs.hosting.value_or(Usd());
  const Between<Usd> kept = kept_value(price, terms.resale);
  costs.total = {kept.low + costs.energy.low + costs.cooling.low + fixed,
                 kept.high + costs.energy.high + costs.cooling.high + fixed};
  return costs;
}

void add_work(Ownership& one, const ScenarioRate& rate, const OwnershipTerms& terms) {
  const double seconds = one.hours * seconds_per_hour * terms.utilisation;
  const Between<Usd>& total = one.costs.total;
  one.units = rate.value * seconds;
  // A resale above all costs leaves nothing to divide by.
  if (total.low.value <= 0) return;
  one.rate_per_dollar = {rate.low * terms.utilisation / total.high.value,
                         rate.high * terms.utilisation / total.low.value};
  one.usd_per_million = {total.low.value / (rate.high * seconds) * million,
                         total.high.value / (rate.low * seconds) * million};
}

}  // namespace

Ownership own(const Between<Usd>& price, Watts tdp, const std::optional<ScenarioRate>& rate,
              const OwnershipTerms& terms) {
  Ownership one;
  const double days = terms.months * days_per_month;
  one.hours = days * terms.hours_per_day;
  one.power = tdp * terms.power_share + terms.server_power.value_or(Watts());
  one.computing = KilowattHours(one.power.value / watts_per_kilowatt * one.hours);
  one.cooling = one.computing * (terms.pue - 1);
  if (terms.carbon)
    one.carbon = Kilograms(one.energy().value * terms.carbon->value / grams_per_kilogram);
  one.costs = costs_of(price, one, terms);
  const Usd hosting = one.costs.hosting.value_or(Usd());
  one.running_per_day = {(one.costs.energy.low + one.costs.cooling.low + hosting) / days,
                         (one.costs.energy.high + one.costs.cooling.high + hosting) / days};
  if (rate) add_work(one, *rate, terms);
  return one;
}

bool is_better_value(const Ownership& a, const Ownership& b) {
  if (a.rate_per_dollar.has_value() != b.rate_per_dollar.has_value())
    return a.rate_per_dollar.has_value();
  if (!a.rate_per_dollar) return a.costs.total.middle() < b.costs.total.middle();
  return a.rate_per_dollar->middle() > b.rate_per_dollar->middle();
}

bool is_order_open(const Ownership& a, const Ownership& b) {
  return a.rate_per_dollar && b.rate_per_dollar &&
         a.rate_per_dollar->low <= b.rate_per_dollar->high &&
         b.rate_per_dollar->low <= a.rate_per_dollar->high;
}

}  // namespace wgf::advisor
