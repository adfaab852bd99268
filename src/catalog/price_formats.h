// SPDX-License-Identifier: MIT
#pragma once
// The formats import_prices() knows, one function each, and what they share.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/csv.h"
#include "catalog/price_import.h"

namespace wgf::catalog {

PriceImport import_skypilot(const CsvTable& table, const PriceOrigin& origin,
                            const GpuCatalog& gpus);
PriceImport import_gpuhunt(const CsvTable& table, const PriceOrigin& origin,
                           const GpuCatalog& gpus);
PriceImport import_gpuhunt_json(const nlohmann::json& rows, const PriceOrigin& origin,
                                const GpuCatalog& gpus);
PriceImport import_vast(const nlohmann::json& answer, const PriceOrigin& origin,
                        const GpuCatalog& gpus);
PriceImport import_runpod(const nlohmann::json& answer, const PriceOrigin& origin,
                          const GpuCatalog& gpus);
PriceImport import_lambda(const nlohmann::json& answer, const PriceOrigin& origin,
                          const GpuCatalog& gpus);

// Per GPU-hour: a price beyond is a fault of unit or decimal point.
inline constexpr double least_usd_per_gpu_hour = 0.001, most_usd_per_gpu_hour = 1000;
inline constexpr double most_gpus_of_offer = 100000;

// An offer of the origin with its date and source.
Offer new_offer(const PriceOrigin& origin, std::string provider);

// Sets name and, where the description means one card or the built-in prices know which of several
// the provider's machine has, the record of it. Provider and machine are set before.
void set_card(Offer& offer, const std::vector<const Gpu*>& cards, std::string name);

// Throws Error(prices.provider_missing) where nobody says whose prices these are.
const std::string& provider_of(const PriceOrigin& origin);

// Rows of one machine, region and card as one: the lower of each price.
class OfferMerger {
 public:
  void add(Offer offer);
  Offers take();

 private:
  Offers offers_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace wgf::catalog
