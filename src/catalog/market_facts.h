// SPDX-License-Identifier: MIT
#pragma once
// What owning and running a GPU rests on: purchase prices, electricity, carbon, the overhead of
// data centres, interruptions of spot machines and of large runs. Embedded from data/prices/; each
// row as its source has it, an empty value where that says nothing.

#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/units.h"

namespace wgf::catalog {

struct PurchasePrice {
  enum class Condition { fresh, used, list };
  std::string gpu_id;
  Condition condition = Condition::fresh;  // new from a shop, used, or the maker's list price
  Usd low, high;                           // of one card
  std::optional<Date> date;
  std::string source, notes;
};

struct ElectricityTariff {
  enum class Kind { household, business };
  std::string place;  // "DEU (Germany)", "US-Texas"
  UsdPerKilowattHour price;
  Kind kind = Kind::household;
  std::optional<Date> year;
  std::string source;
};

struct GridCarbon {
  std::string region;  // "DEU (Germany)", "aws:eu-central-1", "gcp:us-south1 (Dallas)"
  GramsPerKilowattHour carbon;
  std::optional<Date> year;
  std::string source;
};

struct PowerOverhead {
  std::string operator_or_kind;
  double pue = 1;  // energy of the building over energy of its computers
  std::optional<Date> year;
  std::string source;
};

struct SpotInterruption {
  // A band the provider publishes, a rate counted in public traces, or what a vendor says without
  // a method.
  enum class Kind { advisor, measured, claim };
  std::string provider, instance, gpu_id;  // gpu_id may be empty
  std::optional<int> gpu_count;
  std::string region;  // empty: of all, or not stated
  Kind kind = Kind::claim;
  std::string rate;                             // as the source writes it
  std::optional<double> month_low, month_high;  // share of machines interrupted in a month
  std::optional<double> per_hour;               // interruptions in an hour of a running machine
  std::string window;                           // what the rate was counted over
  std::optional<Date> date;
  std::string source, notes;
};

// Mean time between interruptions of a job, a GPU, a node, the whole system, or an unnamed unit.
struct FailureRate {
  std::string system;
  std::optional<int> gpus, interruptions;
  std::optional<double> days;
  std::optional<Hours> job, gpu, node, whole_system, unit;
  // The generation of its cards, of the one row of a run or cluster that counts what stops runs.
  std::string stops_runs_on;
  std::string causes, source;
};

// Each reads its embedded table anew (a millisecond or less).
std::vector<PurchasePrice> embedded_purchase_prices();
std::vector<ElectricityTariff> embedded_electricity_tariffs();
std::vector<GridCarbon> embedded_grid_carbon();
std::vector<PowerOverhead> embedded_power_overheads();
std::vector<SpotInterruption> embedded_spot_interruptions();
std::vector<FailureRate> embedded_failure_rates();

// The same of any text with these columns. Throw Error(csv.* or prices.*) with file, line and
// field.
std::vector<PurchasePrice> read_purchase_prices(std::string_view text, const std::string& file);
std::vector<ElectricityTariff> read_electricity_tariffs(std::string_view text,
                                                        const std::string& file);
std::vector<GridCarbon> read_grid_carbon(std::string_view text, const std::string& file);
std::vector<PowerOverhead> read_power_overheads(std::string_view text, const std::string& file);
std::vector<SpotInterruption> read_spot_interruptions(std::string_view text,
                                                      const std::string& file);
std::vector<FailureRate> read_failure_rates(std::string_view text, const std::string& file);

}  // namespace wgf::catalog
