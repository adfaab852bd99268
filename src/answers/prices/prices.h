// SPDX-License-Identifier: MIT
#pragma once
// What GPUs cost to rent: the offers that pass a filter, in an order.

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "answers/option.h"
#include "answers/outcome.h"
#include "answers/surroundings.h"
#include "catalog/memory_wish.h"

namespace wgf::answers {

struct PriceOptions {
  std::vector<std::string> gpus, providers, regions;
  std::string min_memory, gpu_count, sort = "gpu-hour", limit = "15", price_file, date, timeout;
  std::optional<std::string> refresh;
  bool is_spot = false, is_available = false, is_explained = false;
};
const OptionTable<PriceOptions>& price_options();

enum class PriceOrder { per_gpu, per_tflop, per_gb, price, date, provider };

struct PriceRequest {
  std::vector<const catalog::Gpu*> gpus;  // empty: all
  std::vector<std::string> providers, regions;
  std::optional<catalog::MemoryWish> least_memory;
  std::optional<double> gpu_count;
  bool is_spot = false, is_available = false;
  PriceOrder order = PriceOrder::per_gpu;
  std::optional<std::size_t> limit;  // of a list on a screen; nothing: all
};
// Throws Error(usage).
PriceRequest parse_price_request(const PriceOptions& options, const catalog::GpuCatalog& gpus);

struct PricesAnswer {
  std::shared_ptr<const Prices> prices;      // what the offers point into
  std::vector<advisor::PricedOffer> offers;  // in order
  std::size_t shown = 0;                     // of them in the list on a screen
  Day today;
  std::optional<Message> nothing;  // why there is no offer
};

// Refused (usage) for a provider or region that no offer has.
Outcome<PricesAnswer> prices(const PriceRequest& request, const Surroundings& surroundings);
nlohmann::ordered_json prices_json(const PricesAnswer& answer, messages::Language language);

inline constexpr advisor::RentalKind both_kinds[] = {advisor::RentalKind::on_demand,
                                                     advisor::RentalKind::spot};
std::string kind_key(advisor::RentalKind kind);  // "spot", "on_demand"

// "h100-sxm"; as the source writes it with a mark where that does not say which card.
std::string card_label(const advisor::PricedOffer& one);

// Of each card the cheapest offer of the kind that is not sold out, cheapest first.
std::vector<const advisor::PricedOffer*> cheapest_of_cards(const PricesAnswer& answer,
                                                           advisor::RentalKind kind);

}  // namespace wgf::answers
