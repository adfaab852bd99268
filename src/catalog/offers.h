// SPDX-License-Identifier: MIT
#pragma once
// Prices of rented GPUs: what a provider asks for a machine, as its source states it. Embedded in
// the program (data/prices/cloud_offers.csv) or read from a price file of the same columns.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.h"
#include "base/units.h"

namespace wgf::catalog {

// Whether the source said that it could be rented when it was read.
enum class Availability { unknown, none, low, available };
std::string_view to_text(Availability availability);

struct Offer {
  std::string provider;       // "lambda"
  std::string instance_type;  // "gpu_8x_h100_sxm5"; empty: the source names none
  std::string gpu_name;       // as the source writes it
  std::string gpu_id;         // record of the catalogue; empty: it does not say which card
  double gpu_count = 1;       // below one: a share of a card
  std::optional<double> vcpus, memory_gib;  // of the machine
  std::string region;                       // empty: not stated

  // Of the whole machine; at least one of the two.
  std::optional<UsdPerHour> on_demand, spot;
  // Set where the source's currency is the Chinese yuan: its price, and the rate it was turned into
  // dollars at.
  std::optional<double> cny_per_hour, usd_per_cny;

  std::optional<Date> date;  // of the price; nothing: the source does not say
  std::string source;
  Availability availability = Availability::unknown;
  std::optional<int> stock;  // GPUs to be had, where stated
};

using Offers = std::vector<Offer>;

// Every embedded offer, unpacked and read at each call (a few milliseconds).
Offers embedded_offers();

// The offers of a text in our own columns (data/README.md); columns it does not know are passed
// over. Throws Error(csv.* or prices.*) with file, line and field at the first bad row, so that
// nothing is half loaded.
Offers read_offers(std::string_view text, const std::string& file);

// The same columns again: read_offers() of it gives equal offers.
std::string write_offers(const Offers& offers);

// The base with every provider that `newer` names replaced by what `newer` says of it.
Offers with_newer(Offers base, const Offers& newer);

}  // namespace wgf::catalog
