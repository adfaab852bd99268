// SPDX-License-Identifier: MIT
#include "catalog/offers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "catalog/csv.h"
#include "catalog/price_data.h"
#include "catalog/price_formats.h"

namespace wgf::catalog {
namespace {

constexpr std::array<std::string_view, 4> availability_names = {"unknown", "none", "low",
                                                                "available"};

// The columns of a price file, found once.
struct Columns {
  explicit Columns(const CsvTable& table)
      : provider(table.require("provider")),
        instance_type(table.find("instance_type")),
        gpu_name(table.find("gpu_name")),
        gpu_id(table.find("gpu_id")),
        gpu_count(table.require("gpu_count")),
        vcpus(table.find("vcpus")),
        memory_gib(table.find("memory_gib")),
        region(table.find("region")),
        price(table.require("price_usd_hr")),
        spot_price(table.find("spot_price_usd_hr")),
        price_cny(table.find("price_cny_hr")),
        usd_per_cny(table.find("usd_per_cny")),
        date(table.find("snapshot_date")),
        source(table.find("source")),
        availability(table.find("availability")),
        stock(table.find("stock")) {
    if (!gpu_name && !gpu_id) table.require("gpu_name");
  }

  CsvColumn provider, instance_type, gpu_name, gpu_id, gpu_count, vcpus, memory_gib, region, price,
      spot_price, price_cny, usd_per_cny, date, source, availability, stock;
};

std::optional<UsdPerHour> read_price(const CsvRecord& record, CsvColumn column, double gpu_count) {
  const auto price =
      record.number(column, least_usd_per_gpu_hour * gpu_count, most_usd_per_gpu_hour * gpu_count);
  return price ? std::optional(UsdPerHour(*price)) : std::nullopt;
}

Availability read_availability(const CsvRecord& record, CsvColumn column) {
  const std::string_view text = record.text(column);
  if (text.empty()) return Availability::unknown;
  const auto found = std::find(availability_names.begin(), availability_names.end(), text);
  if (found == availability_names.end())
    record.fail("prices.unknown_availability", column,
                {{"value", std::string(text)},
                 {"known", join(std::vector<std::string>(availability_names.begin(),
                                                         availability_names.end()),
                                ", ")}});
  return static_cast<Availability>(found - availability_names.begin());
}

// Both currencies and the rate between them, or none of the three.
void read_yuan(const CsvRecord& record, const Columns& columns, Offer& offer) {
  offer.cny_per_hour = record.number(columns.price_cny, 0.001, 1e7);
  offer.usd_per_cny = record.number(columns.usd_per_cny, 0.01, 1);
  if (!offer.cny_per_hour || !offer.on_demand) return;
  // Older files of these columns state both prices and leave the rate to be divided.
  if (!offer.usd_per_cny) offer.usd_per_cny = offer.on_demand->value / *offer.cny_per_hour;
  constexpr double most_difference = 0.002;  // of rounding
  const double converted = *offer.cny_per_hour * *offer.usd_per_cny;
  if (std::abs(converted / offer.on_demand->value - 1) > most_difference)
    record.fail("prices.rate_mismatch", columns.price_cny,
                {{"value", fmt::format("{}", *offer.cny_per_hour)},
                 {"rate", fmt::format("{}", *offer.usd_per_cny)},
                 {"usd", fmt::format("{}", offer.on_demand->value)}});
}

void read_card(const CsvRecord& record, const Columns& columns, Offer& offer) {
  offer.gpu_id = record.text(columns.gpu_id);
  offer.gpu_name = record.text(columns.gpu_name);
  if (offer.gpu_name.empty()) offer.gpu_name = offer.gpu_id;
  if (offer.gpu_name.empty()) record.required(columns.gpu_name ? columns.gpu_name : columns.gpu_id);
}

Offer read_offer(const CsvRecord& record, const Columns& columns, const std::string& file) {
  Offer offer;
  offer.provider = record.required(columns.provider);
  offer.instance_type = record.text(columns.instance_type);
  read_card(record, columns, offer);
  record.required(columns.gpu_count);
  offer.gpu_count = *record.number(columns.gpu_count, 0.01, most_gpus_of_offer);
  offer.vcpus = record.number(columns.vcpus, 0, 1e6);
  offer.memory_gib = record.number(columns.memory_gib, 0, 1e7);
  offer.region = record.text(columns.region);
  offer.on_demand = read_price(record, columns.price, offer.gpu_count);
  offer.spot = read_price(record, columns.spot_price, offer.gpu_count);
  if (!offer.on_demand && !offer.spot) record.fail("prices.no_price", columns.price);
  read_yuan(record, columns, offer);
  offer.date = record.date(columns.date);
  offer.source = record.text(columns.source);
  if (offer.source.empty()) offer.source = file;
  offer.availability = read_availability(record, columns.availability);
  if (const auto stock = record.number(columns.stock, 0, 1e9))
    offer.stock = static_cast<int>(*stock);
  return offer;
}

template <typename Value>
std::string number_field(const std::optional<Value>& value) {
  if (!value) return "";
  if constexpr (requires { value->value; })
    return fmt::format("{}", value->value);
  else
    return fmt::format("{}", *value);
}

}  // namespace

std::string_view to_text(Availability availability) {
  return availability_names[static_cast<std::size_t>(availability)];
}

Offers embedded_offers() {
  return read_offers(embedded_price_table("cloud_offers.csv"), "data/prices/cloud_offers.csv");
}

Offers read_offers(std::string_view text, const std::string& file) {
  const CsvTable table = parse_csv(text, file);
  const Columns columns(table);
  Offers offers;
  offers.reserve(table.rows.size());
  for (const CsvRow& row : table.rows)
    offers.push_back(read_offer(CsvRecord(table, row), columns, file));
  return offers;
}

std::string write_offers(const Offers& offers) {
  std::string text =
      "provider,instance_type,gpu_name,gpu_id,gpu_count,vcpus,memory_gib,region,price_usd_hr,"
      "spot_price_usd_hr,price_cny_hr,usd_per_cny,snapshot_date,source,availability,stock\n";
  for (const Offer& offer : offers) {
    const std::vector<std::string> fields{csv_field(offer.provider),
                                          csv_field(offer.instance_type),
                                          csv_field(offer.gpu_name),
                                          csv_field(offer.gpu_id),
                                          fmt::format("{}", offer.gpu_count),
                                          number_field(offer.vcpus),
                                          number_field(offer.memory_gib),
                                          csv_field(offer.region),
                                          number_field(offer.on_demand),
                                          number_field(offer.spot),
                                          number_field(offer.cny_per_hour),
                                          number_field(offer.usd_per_cny),
                                          offer.date ? to_text(*offer.date) : "",
                                          csv_field(offer.source),
                                          std::string(to_text(offer.availability)),
                                          number_field(offer.stock)};
    text += join(fields, ",") + "\n";
  }
  return text;
}

Offers with_newer(Offers base, const Offers& newer) {
  std::set<std::string> replaced;
  for (const Offer& offer : newer) replaced.insert(offer.provider);
  std::erase_if(base, [&](const Offer& offer) { return replaced.contains(offer.provider); });
  base.insert(base.end(), newer.begin(), newer.end());
  return base;
}

}  // namespace wgf::catalog
