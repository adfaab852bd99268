// SPDX-License-Identifier: MIT
#include "report/rent.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"

namespace wgf::report {
namespace {

std::string date_text(const Rent& rent, messages::Language language) {
  if (!rent.date || rent.age == PriceAge::unknown)
    return messages::render("prices.date_unknown", language);
  const std::string date = to_text(*rent.date);
  if (rent.age == PriceAge::fresh) return date;
  return messages::render({"prices.stale_date", {{"date", date}}}, language);
}

}  // namespace

const Rent* find_rent(std::span<const Rent> rents, const std::string& gpu) {
  const auto found =
      std::find_if(rents.begin(), rents.end(), [&](const Rent& rent) { return rent.gpu == gpu; });
  return found == rents.end() ? nullptr : &*found;
}

std::string rent_text(const Rent& rent, messages::Language language) {
  return fmt::format("{:.2f} $/h, {}, {}", rent.price.value, printable(rent.provider),
                     date_text(rent, language));
}

}  // namespace wgf::report
