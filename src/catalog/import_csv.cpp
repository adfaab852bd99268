// SPDX-License-Identifier: MIT
// SkyPilot's catalogue (v5 to v8, one file a cloud) and gpuhunt's CSV.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalog/offer_cards.h"
#include "catalog/price_formats.h"

namespace wgf::catalog {
namespace {

using Cards = std::vector<const Gpu*>;

struct SkypilotColumns {
  explicit SkypilotColumns(const CsvTable& table)
      : type(table.require("InstanceType")),
        accelerator(table.require("AcceleratorName")),
        count(table.require("AcceleratorCount")),
        vcpus(table.find("vCPUs")),
        memory(table.find("MemoryGiB")),
        info(table.find("GpuInfo") ? table.find("GpuInfo") : table.find("GPUInfo")),
        price(table.require("Price")),
        spot(table.find("SpotPrice")),
        region(table.find("Region")) {}

  CsvColumn type, accelerator, count, vcpus, memory, info, price, spot, region;
};

// Zero means that there is none, as vast's spot prices.
std::optional<UsdPerHour> price_of(const CsvRecord& record, CsvColumn column, double gpu_count) {
  const auto any = record.number(column, 0, most_usd_per_gpu_hour * gpu_count);
  if (!any || *any == 0) return std::nullopt;
  return UsdPerHour(*record.number(column, least_usd_per_gpu_hour * gpu_count,
                                   most_usd_per_gpu_hour * gpu_count));
}

// What stands behind the key in GpuInfo, a Python or JSON literal with any quotes and case:
// {'Gpus': [{'Name': 'A100', …, 'SizeInMiB': 40960}]}.
std::string_view value_behind(std::string_view info, std::string_view lower_key) {
  const std::string lower = lower_case(info);
  for (const char quote : {'\'', '"'}) {
    const std::string key = quote + std::string(lower_key) + quote;
    const std::size_t at = lower.find(key);
    if (at == std::string::npos) continue;
    std::string_view rest = info.substr(at + key.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(": '\""), rest.size()));
    return rest.substr(0, std::min(rest.find_first_of(",}'\""), rest.size()));
  }
  return {};
}

// Vast cuts form and "Ti" off its names, but not in the type: "1x-RTX_4060_Ti-32-65536".
std::string name_in_vast_type(std::string_view type) {
  const std::vector<std::string> parts = split(type, '-');
  return parts.size() == 4 ? parts[1] : std::string();
}

// The memory of one card may stand there as that of all, or in GB: the reading that a card has.
Cards cards_with_memory(const GpuCatalog& gpus, CardDescription description, double size,
                        double gpu_count) {
  if (size <= 0) return cards_of(gpus, description);
  constexpr double mebibytes = 1024;
  const bool is_gb = size < mebibytes;
  for (const double divisor : {1.0, gpu_count}) {
    description.memory_gib = size / (is_gb ? 1 : mebibytes) / divisor;
    Cards cards = cards_of(gpus, description);
    if (!cards.empty()) return cards;
  }
  return {};
}

Cards skypilot_cards(const GpuCatalog& gpus, const std::string& provider, std::string_view type,
                     std::string_view accelerator, std::string_view info, double gpu_count) {
  const std::string_view name_in_info =
      info.find('{') == std::string_view::npos ? info : value_behind(info, "name");
  const double size = parse_number(value_behind(info, "sizeinmib")).value_or(0);
  if (provider == "vast") {
    const std::string name = name_in_vast_type(type);
    if (!name.empty()) return cards_with_memory(gpus, {name, "", {}}, size, gpu_count);
  }
  Cards cards = cards_with_memory(gpus, {accelerator, type, {}}, size, gpu_count);
  if (cards.size() == 1 || name_in_info.empty()) return cards;
  Cards by_info = cards_with_memory(gpus, {name_in_info, type, {}}, size, gpu_count);
  return by_info.empty() ? cards : by_info;
}

// Keeps the offer, or counts it where it has no price.
void keep(Offer offer, OfferMerger& merger, LeftOut& left_out) {
  if (offer.on_demand || offer.spot)
    merger.add(std::move(offer));
  else
    ++left_out.without_price;
}

Offer skypilot_offer(const CsvRecord& record, const SkypilotColumns& columns, double gpu_count,
                     const PriceOrigin& origin, const GpuCatalog& gpus) {
  Offer offer = new_offer(origin, provider_of(origin));
  offer.instance_type = record.text(columns.type);
  offer.gpu_count = gpu_count;
  offer.vcpus = record.number(columns.vcpus, 0, 1e6);
  offer.memory_gib = record.number(columns.memory, 0, 1e7);
  offer.region = record.text(columns.region);
  offer.on_demand = price_of(record, columns.price, gpu_count);
  offer.spot = price_of(record, columns.spot, gpu_count);
  const std::string_view name = record.text(columns.accelerator);
  const Cards cards = skypilot_cards(gpus, offer.provider, offer.instance_type, name,
                                     record.text(columns.info), gpu_count);
  set_card(offer, cards, std::string(name));
  return offer;
}

struct GpuhuntColumns {
  explicit GpuhuntColumns(const CsvTable& table)
      : type(table.require("instance_name")),
        name(table.require("gpu_name")),
        price(table.require("price")),
        spot(table.require("spot")),
        count(table.require("gpu_count")),
        region(table.find("location")),
        vcpus(table.find("cpu")),
        memory(table.find("memory")),
        gpu_memory(table.find("gpu_memory")),
        provider(table.find("provider")) {}

  CsvColumn type, name, price, spot, count, region, vcpus, memory, gpu_memory, provider;
};

bool is_spot(const CsvRecord& record, CsvColumn column) {
  const std::string_view text = record.required(column);
  if (text == "True" || text == "true") return true;
  if (text == "False" || text == "false") return false;
  record.fail("prices.unknown_word", column,
              {{"value", std::string(text)}, {"known", "True, False"}});
}

Offer gpuhunt_offer(const CsvRecord& record, const GpuhuntColumns& columns, double gpu_count,
                    const PriceOrigin& origin, const GpuCatalog& gpus) {
  const std::string provider(record.text(columns.provider));
  Offer offer = new_offer(origin, provider.empty() ? provider_of(origin) : provider);
  offer.instance_type = record.required(columns.type);
  offer.gpu_count = gpu_count;
  offer.vcpus = record.number(columns.vcpus, 0, 1e6);
  if (const auto gb = record.number(columns.memory, 0, 1e7))
    offer.memory_gib = *gb * giga / static_cast<double>(gibi);
  offer.region = record.text(columns.region);
  (is_spot(record, columns.spot) ? offer.spot : offer.on_demand) =
      price_of(record, columns.price, gpu_count);
  const std::string name(record.required(columns.name));
  const auto memory = record.number(columns.gpu_memory, 0, 10000);
  set_card(offer, cards_of(gpus, {name, offer.instance_type, memory}), name);
  return offer;
}

}  // namespace

PriceImport import_skypilot(const CsvTable& table, const PriceOrigin& origin,
                            const GpuCatalog& gpus) {
  const SkypilotColumns columns(table);
  PriceImport prices;
  OfferMerger merger;
  for (const CsvRow& row : table.rows) {
    const CsvRecord record(table, row);
    const std::string_view name = record.text(columns.accelerator);
    const double count = record.number(columns.count, 0, most_gpus_of_offer).value_or(0);
    if (name.empty() || count == 0)
      ++prices.left_out.without_gpu;
    else if (record.text(columns.type).empty() || name.starts_with("tpu"))
      ++prices.left_out.gpu_alone;
    else
      keep(skypilot_offer(record, columns, count, origin, gpus), merger, prices.left_out);
  }
  prices.offers = merger.take();
  return prices;
}

PriceImport import_gpuhunt(const CsvTable& table, const PriceOrigin& origin,
                           const GpuCatalog& gpus) {
  const GpuhuntColumns columns(table);
  PriceImport prices;
  OfferMerger merger;
  for (const CsvRow& row : table.rows) {
    const CsvRecord record(table, row);
    const double count = record.number(columns.count, 0, most_gpus_of_offer).value_or(0);
    if (count == 0)
      ++prices.left_out.without_gpu;
    else
      keep(gpuhunt_offer(record, columns, count, origin, gpus), merger, prices.left_out);
  }
  prices.offers = merger.take();
  return prices;
}

}  // namespace wgf::catalog
