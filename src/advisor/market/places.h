// SPDX-License-Identifier: MIT
#pragma once
// What the tables of electricity, carbon and building overhead say of a place.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/market/purchase.h"
#include "catalog/market_facts.h"

namespace wgf::advisor {

// The rows of one place that state the price for a kind of customer; their lowest and highest.
struct Tariff {
  Between<UsdPerKilowattHour> price;
  catalog::ElectricityTariff::Kind kind = catalog::ElectricityTariff::Kind::business;
  std::vector<const catalog::ElectricityTariff*> rows;
};

// The name a table has for what was typed: "Germany" and "DEU" are "DEU (Germany)", "Texas" is
// "US-Texas", "eu-central-1" is "aws:eu-central-1", "de" is Germany too. Empty: none. Folded names
// are compared.
std::string find_place(std::span<const std::string> places, std::string_view typed);

// Of the kind, or where the place has none of the other one.
std::optional<Tariff> tariff_of(std::span<const catalog::ElectricityTariff> tariffs,
                                std::string_view place, catalog::ElectricityTariff::Kind kind);

// The newest row of the place; of a US state, which has none, that of the country.
const catalog::GridCarbon* carbon_of(std::span<const catalog::GridCarbon> table,
                                     std::string_view place);

// The newest row whose name begins so, folded; nullptr: none.
const catalog::PowerOverhead* overhead_of(std::span<const catalog::PowerOverhead> table,
                                          std::string_view typed);

}  // namespace wgf::advisor
