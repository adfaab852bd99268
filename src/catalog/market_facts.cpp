// SPDX-License-Identifier: MIT
#include "catalog/market_facts.h"

#include <span>
#include <string_view>

#include "base/text.h"
#include "catalog/csv.h"
#include "catalog/price_data.h"

namespace wgf::catalog {
namespace {

// A record of every row of the text.
template <typename Fact>
std::vector<Fact> read_rows(std::string_view text, const std::string& file,
                            Fact (*read)(const CsvTable&, const CsvRecord&)) {
  const CsvTable table = parse_csv(text, file);
  std::vector<Fact> facts;
  facts.reserve(table.rows.size());
  for (const CsvRow& row : table.rows) facts.push_back(read(table, CsvRecord(table, row)));
  return facts;
}

template <typename Fact>
std::vector<Fact> read_embedded(std::string_view name,
                                std::vector<Fact> (*read)(std::string_view, const std::string&)) {
  return read(embedded_price_table(name), "data/prices/" + std::string(name));
}

// The position of the field's word in the list of allowed ones.
template <typename Kind>
Kind kind_of(const CsvRecord& record, CsvColumn column, std::span<const std::string_view> words) {
  const std::string_view text = record.required(column);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == text) return static_cast<Kind>(i);
  record.fail("prices.unknown_word", column,
              {{"value", std::string(text)},
               {"known", join(std::vector<std::string>(words.begin(), words.end()), ", ")}});
}

double required_number(const CsvRecord& record, CsvColumn column, double low, double high) {
  record.required(column);
  return *record.number(column, low, high);
}

std::optional<int> whole_number(const CsvRecord& record, CsvColumn column) {
  const auto number = record.number(column, 0, 1e9);
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<Hours> hours(const CsvTable& table, const CsvRecord& record, std::string_view name) {
  const auto number = record.number(table.find(name), 0.001, 1e9);
  return number ? std::optional(Hours(*number)) : std::nullopt;
}

PurchasePrice read_purchase_price(const CsvTable& table, const CsvRecord& record) {
  static constexpr std::string_view conditions[] = {"new", "used", "msrp"};
  constexpr double least = 1, most = 1e6;
  PurchasePrice price;
  price.gpu_id = record.required(table.require("gpu_id"));
  price.condition =
      kind_of<PurchasePrice::Condition>(record, table.require("condition"), conditions);
  price.low = Usd(required_number(record, table.require("low_usd"), least, most));
  // Not below the other end of its own range.
  price.high = Usd(required_number(record, table.require("high_usd"), price.low.value, most));
  price.date = record.date(table.find("date"));
  price.source = record.required(table.require("source"));
  price.notes = record.text(table.find("notes"));
  return price;
}

ElectricityTariff read_tariff(const CsvTable& table, const CsvRecord& record) {
  static constexpr std::string_view kinds[] = {"household", "business"};
  ElectricityTariff tariff;
  tariff.place = record.required(table.require("country"));
  tariff.price = UsdPerKilowattHour(required_number(record, table.require("usd_per_kwh"), 0, 5));
  tariff.kind = kind_of<ElectricityTariff::Kind>(record, table.require("kind"), kinds);
  tariff.year = record.date(table.find("year"));
  tariff.source = record.required(table.require("source"));
  return tariff;
}

GridCarbon read_carbon(const CsvTable& table, const CsvRecord& record) {
  GridCarbon carbon;
  carbon.region = record.required(table.require("region"));
  carbon.carbon =
      GramsPerKilowattHour(required_number(record, table.require("gco2_per_kwh"), 0, 2000));
  carbon.year = record.date(table.find("year"));
  carbon.source = record.required(table.require("source"));
  return carbon;
}

PowerOverhead read_overhead(const CsvTable& table, const CsvRecord& record) {
  PowerOverhead overhead;
  overhead.operator_or_kind = record.required(table.require("operator_or_kind"));
  overhead.pue = required_number(record, table.require("pue"), 1, 5);
  overhead.year = record.date(table.find("year"));
  overhead.source = record.required(table.require("source"));
  return overhead;
}

SpotInterruption read_interruption(const CsvTable& table, const CsvRecord& record) {
  static constexpr std::string_view kinds[] = {"advisor", "measured", "claim"};
  SpotInterruption one;
  one.provider = record.text(table.require("provider"));
  one.instance = record.required(table.require("instance"));
  one.gpu_id = record.text(table.find("gpu_id"));
  one.gpu_count = whole_number(record, table.find("gpu_count"));
  one.region = record.text(table.find("region"));
  one.kind = kind_of<SpotInterruption::Kind>(record, table.require("kind"), kinds);
  one.rate = record.required(table.require("rate"));
  one.month_low = record.number(table.find("month_low"), 0, 1);
  one.month_high = record.number(table.find("month_high"), one.month_low.value_or(0), 1);
  one.per_hour = record.number(table.find("per_hour"), 0, 100);
  one.window = record.text(table.find("window"));
  one.date = record.date(table.find("date"));
  one.source = record.required(table.require("source"));
  one.notes = record.text(table.find("notes"));
  return one;
}

FailureRate read_failure_rate(const CsvTable& table, const CsvRecord& record) {
  FailureRate rate;
  rate.system = record.required(table.require("system"));
  rate.gpus = whole_number(record, table.find("gpus"));
  rate.days = record.number(table.find("days"), 0, 1e5);
  rate.interruptions = whole_number(record, table.find("interruptions"));
  rate.job = hours(table, record, "job_hours");
  rate.gpu = hours(table, record, "gpu_hours");
  rate.node = hours(table, record, "node_hours");
  rate.whole_system = hours(table, record, "system_hours");
  rate.unit = hours(table, record, "unit_hours");
  rate.stops_runs_on = record.text(table.find("stops_runs_on"));
  rate.causes = record.text(table.find("causes"));
  rate.source = record.required(table.require("source"));
  return rate;
}

}  // namespace

std::vector<PurchasePrice> read_purchase_prices(std::string_view text, const std::string& file) {
  return read_rows(text, file, read_purchase_price);
}
std::vector<ElectricityTariff> read_electricity_tariffs(std::string_view text,
                                                        const std::string& file) {
  return read_rows(text, file, read_tariff);
}
std::vector<GridCarbon> read_grid_carbon(std::string_view text, const std::string& file) {
  return read_rows(text, file, read_carbon);
}
std::vector<PowerOverhead> read_power_overheads(std::string_view text, const std::string& file) {
  return read_rows(text, file, read_overhead);
}
std::vector<SpotInterruption> read_spot_interruptions(std::string_view text,
                                                      const std::string& file) {
  return read_rows(text, file, read_interruption);
}
std::vector<FailureRate> read_failure_rates(std::string_view text, const std::string& file) {
  return read_rows(text, file, read_failure_rate);
}

std::vector<PurchasePrice> embedded_purchase_prices() {
  return read_embedded("purchase_prices.csv", read_purchase_prices);
}
std::vector<ElectricityTariff> embedded_electricity_tariffs() {
  return read_embedded("electricity_tariffs.csv", read_electricity_tariffs);
}
std::vector<GridCarbon> embedded_grid_carbon() {
  return read_embedded("grid_carbon.csv", read_grid_carbon);
}
std::vector<PowerOverhead> embedded_power_overheads() {
  return read_embedded("pue.csv", read_power_overheads);
}
std::vector<SpotInterruption> embedded_spot_interruptions() {
  return read_embedded("spot_interruption.csv", read_spot_interruptions);
}
std::vector<FailureRate> embedded_failure_rates() {
  return read_embedded("failure_rates.csv", read_failure_rates);
}

}  // namespace wgf::catalog
