// SPDX-License-Identifier: MIT
#pragma once
// What a card costs to rent, for the charts and the rank table: handed in, because a report knows
// neither markets nor what day it is.

#include <optional>
#include <span>
#include <string>

#include "base/date.h"
#include "base/units.h"
#include "messages/message_table.h"

namespace wgf::report {

// unknown: the source gives no date.
enum class PriceAge { fresh, stale, unknown };

// The cheapest fresh offer on demand of one such card alone; where none is, the cheapest of any
// age.
struct Rent {
  std::string gpu;  // id
  UsdPerHour price;
  std::string provider;
  std::optional<Date> date;
  PriceAge age = PriceAge::unknown;
};

const Rent* find_rent(std::span<const Rent> rents, const std::string& gpu);

// "2.49 $/h, dataoorts, stale: 2026-05-24"
std::string rent_text(const Rent& rent, messages::Language language);

}  // namespace wgf::report
