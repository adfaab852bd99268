// SPDX-License-Identifier: MIT
#pragma once
// What it costs to own one card for a time: purchase, energy with the overhead of its building,
// hosting, less what it is sold for; and what it does for that. docs/method/market.md.

#include <optional>

#include "advisor/market/purchase.h"
#include "advisor/market/scenario.h"
#include "base/units.h"

namespace wgf::advisor {

using KilowattHours = Quantity<struct KilowattHoursTag, double>;
using Kilograms = Quantity<struct KilogramsTag, double>;

inline constexpr double days_per_month = 365.0 / 12;

// Of a card when it is sold: a share of its price, or a sum.
struct Resale {
  bool is_share = true;
  Between<double> value;  // 0 to 1, or dollars
};

// Dollars a month: of each kW that is drawn, or of each card.
struct Hosting {
  double usd_per_month = 0;
  bool is_per_kilowatt = true;
};

// What holds for all cards that are compared. What is not known stays out of the sum.
struct OwnershipTerms {
  double months = 36, hours_per_day = 20;  // switched on
  double utilisation = 1;                  // share of these hours in which it works
  double power_share = 1;                  // of its TDP, drawn as long as it is on
  double pue = 1;                          // energy of the building over that of its computers
  Between<UsdPerKilowattHour> electricity;
  std::optional<GramsPerKilowattHour> carbon;
  std::optional<Hosting> hosting;
  std::optional<Resale> resale;
  std::optional<Usd> server;          // the rest of the computer, its share of one card
  std::optional<Watts> server_power;  // drawn by that rest
};

// All of the whole time. A part that is left out is nothing.
struct OwnershipCosts {
  Between<Usd> purchase, energy, cooling;
  std::optional<Usd> server, hosting;
  std::optional<Between<Usd>> resale;
  Between<Usd> total;
};

struct Ownership {
  double hours = 0;                  // switched on
  Watts power;                       // of the card with its share of the computer
  KilowattHours computing, cooling;  // cooling: all that the building adds
  std::optional<Kilograms> carbon;
  OwnershipCosts costs;
  Between<Usd> running_per_day;  // energy, cooling and hosting
  // Of a card whose throughput is known. Units are tokens or images.
  std::optional<double> units;                     // in the whole time
  std::optional<Between<double>> rate_per_dollar;  // units a second of the hours on, over the total
  std::optional<Between<double>> usd_per_million;

  KilowattHours energy() const { return computing + cooling; }
};

Ownership own(const Between<Usd>& price, Watts tdp, const std::optional<ScenarioRate>& rate,
              const OwnershipTerms& terms);

// Better is more work a dollar, in the middle of its range; cards without a known rate last, the
// cheaper first.
bool is_better_value(const Ownership& a, const Ownership& b);

// Whether the ranges leave open which of the two gives more for a dollar.
bool is_order_open(const Ownership& a, const Ownership& b);

}  // namespace wgf::advisor
