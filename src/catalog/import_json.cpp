// SPDX-License-Identifier: MIT
// Answers of the public interfaces of Vast.ai, RunPod and Lambda, and gpuhunt's items as JSON.

#include <fmt/format.h>
#include <algorithm>

#include "base/text.h"
#include "catalog/json_fields.h"
#include "catalog/offer_cards.h"
#include "catalog/price_formats.h"

namespace wgf::catalog {
namespace {

using Json = nlohmann::json;

// Zero means that there is none.
std::optional<UsdPerHour> price_of(const JsonFields& fields, std::string_view name,
                                   double gpu_count) {
  const auto any = fields.number(name, 0, most_usd_per_gpu_hour * gpu_count);
  if (!any || *any == 0) return std::nullopt;
  return UsdPerHour(
      *fields.number(name, least_usd_per_gpu_hour * gpu_count, most_usd_per_gpu_hour * gpu_count));
}

void keep(Offer offer, PriceImport& prices) {
  if (offer.on_demand || offer.spot)
    prices.offers.push_back(std::move(offer));
  else
    ++prices.left_out.without_price;
}

// One offer is one part of a machine; its prices are those of all its GPUs.
Offer vast_offer(const JsonFields& fields, const PriceOrigin& origin, const GpuCatalog& gpus) {
  constexpr double mebibytes_per_gib = 1024;
  Offer offer = new_offer(origin, "vast");
  offer.gpu_count = fields.required_number("num_gpus", 1, most_gpus_of_offer);
  if (const auto id = fields.number("id", 0, 1e15))
    offer.instance_type = fmt::format("{:.0f}", *id);
  offer.region = fields.text("geolocation");
  offer.vcpus = fields.number("cpu_cores_effective", 0, 1e6);
  offer.on_demand =
      price_of(fields, fields.has("dph_total") ? "dph_total" : "dph_base", offer.gpu_count);
  offer.spot = price_of(fields, "min_bid", offer.gpu_count);
  const std::string name = fields.required_text("gpu_name");
  const double mebibytes = fields.required_number("gpu_ram", 1, 1e9);
  set_card(offer, cards_of(gpus, {name, "", mebibytes / mebibytes_per_gib}), name);
  const bool is_free = fields.flag("rentable", true) && !fields.flag("rented", false);
  if (fields.has("rentable"))
    offer.availability = is_free ? Availability::available : Availability::none;
  if (is_free) offer.stock = static_cast<int>(offer.gpu_count);
  return offer;
}

Availability runpod_stock(const JsonFields& type) {
  if (!type.has("lowestPrice")) return Availability::unknown;
  const std::string stock = type.object("lowestPrice").text("stockStatus");
  if (stock.empty()) return Availability::none;
  return stock == "Low" ? Availability::low : Availability::available;
}

struct RunpodCloud {
  std::string_view name, is_offered, price, spot_price;
  bool has_stock;  // lowestPrice was asked of this one
};

constexpr RunpodCloud runpod_clouds[] = {
    {"secure", "secureCloud", "securePrice", "secureSpotPrice", true},
    {"community", "communityCloud", "communityPrice", "communitySpotPrice", false},
};

void add_runpod_type(const JsonFields& type, const PriceOrigin& origin, const GpuCatalog& gpus,
                     PriceImport& prices) {
  const std::string id = type.required_text("id"), shown = type.text("displayName");
  const auto memory = type.number("memoryInGb", 0, 10000);
  std::vector<const Gpu*> cards = cards_of(gpus, {shown.empty() ? id : shown, id, memory});
  if (cards.empty()) cards = cards_of(gpus, {id, shown, memory});
  for (const RunpodCloud& cloud : runpod_clouds) {
    if (!type.flag(cloud.is_offered, true)) continue;
    Offer offer = new_offer(origin, "runpod");
    offer.instance_type = cloud.name;
    offer.on_demand = price_of(type, cloud.price, 1);
    offer.spot = price_of(type, cloud.spot_price, 1);
    if (cloud.has_stock) offer.availability = runpod_stock(type);
    set_card(offer, cards, shown.empty() ? id : shown);
    keep(std::move(offer), prices);
  }
}

// "A100 (40 GB SXM4)" as other lists write it.
std::string without_parentheses(std::string name) {
  for (const char c : {'(', ')'}) std::replace(name.begin(), name.end(), c, ' ');
  return std::string(trim(name));
}

Offer lambda_offer(const JsonFields& type, const PriceOrigin& origin, const GpuCatalog& gpus) {
  constexpr double cents = 100;
  const JsonFields specs = type.object("specs");
  Offer offer = new_offer(origin, "lambda");
  offer.instance_type = type.required_text("name");
  offer.gpu_count = specs.required_number("gpus", 1, most_gpus_of_offer);
  offer.vcpus = specs.number("vcpus", 0, 1e6);
  offer.memory_gib = specs.number("memory_gib", 0, 1e7);
  offer.on_demand = UsdPerHour(
      type.required_number("price_cents_per_hour", least_usd_per_gpu_hour * cents * offer.gpu_count,
                           most_usd_per_gpu_hour * cents * offer.gpu_count) /
      cents);
  const std::string name = type.required_text("gpu_description");
  set_card(offer, cards_of(gpus, {without_parentheses(name), offer.instance_type, {}}), name);
  return offer;
}

}  // namespace

PriceImport import_vast(const Json& answer, const PriceOrigin& origin, const GpuCatalog& gpus) {
  PriceImport prices;
  const JsonFields top(answer, origin.file, "$");
  int place = 0;
  for (const Json& offer : top.array("offers"))
    keep(vast_offer({offer, origin.file, fmt::format("offers[{}]", place++)}, origin, gpus),
         prices);
  return prices;
}

PriceImport import_runpod(const Json& answer, const PriceOrigin& origin, const GpuCatalog& gpus) {
  PriceImport prices;
  const JsonFields data = JsonFields(answer, origin.file, "$").object("data");
  int place = 0;
  for (const Json& type : data.array("gpuTypes"))
    add_runpod_type({type, origin.file, fmt::format("gpuTypes[{}]", place++)}, origin, gpus,
                    prices);
  return prices;
}

PriceImport import_lambda(const Json& answer, const PriceOrigin& origin, const GpuCatalog& gpus) {
  PriceImport prices;
  for (const auto& [name, entry] : answer["data"].items()) {
    const JsonFields fields(entry, origin.file, "data." + name);
    const JsonFields type = fields.object("instance_type");
    if (type.object("specs").number("gpus", 0, most_gpus_of_offer) == 0) {
      ++prices.left_out.without_gpu;
      continue;
    }
    Offer offer = lambda_offer(type, origin, gpus);
    offer.availability = Availability::none;
    const Json& regions = fields.array("regions_with_capacity_available");
    if (regions.empty()) prices.offers.push_back(offer);
    for (const Json& region : regions) {
      offer.availability = Availability::available;
      offer.region = JsonFields(region, origin.file, "data." + name).required_text("name");
      prices.offers.push_back(offer);
    }
  }
  return prices;
}

PriceImport import_gpuhunt_json(const Json& rows, const PriceOrigin& origin,
                                const GpuCatalog& gpus) {
  PriceImport prices;
  OfferMerger merger;
  int place = 0;
  for (const Json& row : rows) {
    const JsonFields item(row, origin.file, fmt::format("[{}]", place++));
    const double count = item.required_number("gpu_count", 0, most_gpus_of_offer);
    if (count == 0) {
      ++prices.left_out.without_gpu;
      continue;
    }
    Offer offer =
        new_offer(origin, item.has("provider") ? item.text("provider") : provider_of(origin));
    offer.instance_type = item.required_text("instance_name");
    offer.gpu_count = count;
    offer.vcpus = item.number("cpu", 0, 1e6);
    if (const auto gb = item.number("memory", 0, 1e7))
      offer.memory_gib = *gb * giga / static_cast<double>(gibi);
    offer.region = item.text("location");
    (item.flag("spot", false) ? offer.spot : offer.on_demand) = price_of(item, "price", count);
    const std::string name = item.required_text("gpu_name");
    set_card(offer,
             cards_of(gpus, {name, offer.instance_type, item.number("gpu_memory", 0, 10000)}),
             name);
    if (offer.on_demand || offer.spot)
      merger.add(std::move(offer));
    else
      ++prices.left_out.without_price;
  }
  prices.offers = merger.take();
  return prices;
}

}  // namespace wgf::catalog
