// SPDX-License-Identifier: MIT
#include "answers/own/tco_request.h"

#include "advisor/market/places.h"
#include "answers/own/tco_cards.h"
#include "base/amounts.h"
#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using Condition = catalog::PurchasePrice::Condition;
using TariffKind = catalog::ElectricityTariff::Kind;
using Sources = std::vector<std::string>;

constexpr double months_per_year = 12;
constexpr double percent = 0.01;
constexpr double largest_sum = 1e7;  // dollars of one card, or of what belongs to it
constexpr double least_share = 1e-4;

constexpr double usual_electricity = 0.12;  // $/kWh, printed as assumed
constexpr std::string_view usual_overhead = "Industry average data centre";
constexpr std::string_view usual_grid = "World";

constexpr AmountRule months_rule{"ownership.bad_months",
                                 1,
                                 240,
                                 {{"years", months_per_year},
                                  {"year", months_per_year},
                                  {"months", 1},
                                  {"month", 1},
                                  {"mo", 1},
                                  {"y", months_per_year},
                                  {"m", 1}}};
constexpr AmountRule hours_rule{"ownership.bad_hours", 0.1, 24, {{"hours", 1}, {"h", 1}}};
constexpr AmountRule utilisation_rule{
    "ownership.bad_utilisation", least_share, 1, {{"%", percent}}};
constexpr AmountRule power_rule{"ownership.bad_power_share", least_share, 1, {{"%", percent}}};
constexpr AmountRule electricity_rule{"ownership.bad_electricity",
                                      0,
                                      5,
                                      {{"ct/kwh", percent},
                                       {"$/kwh", 1},
                                       {"/kwh", 1},
                                       {"$/mwh", 1e-3},
                                       {"/mwh", 1e-3},
                                       {"ct", percent}}};
constexpr AmountRule carbon_rule{
    "ownership.bad_carbon", 0, 2000, {{"kg/kwh", kilo}, {"g/kwh", 1}, {"kg", kilo}, {"g", 1}}};
constexpr AmountRule pue_rule{"ownership.bad_pue", 1, 5};
constexpr AmountRule hosting_rule{"ownership.bad_hosting", 0, 1e5};
constexpr AmountRule share_rule{"ownership.bad_resale", 0, 1, {{"%", percent}}};
constexpr AmountRule resale_rule{"ownership.bad_resale", 1, largest_sum, {{"k", kilo}, {"$", 1}}};
constexpr AmountRule server_rule{
    "ownership.bad_server_price", 0, largest_sum, {{"k", kilo}, {"$", 1}}};
constexpr AmountRule watts_rule{"ownership.bad_server_power", 0, 1e5, {{"kw", kilo}, {"w", 1}}};
constexpr AmountRule rent_rule{"ownership.bad_rent", 1e-3, 1e4, {{"$/h", 1}, {"/h", 1}}};

Between<double> one(double value) {
  return {value, value};
}

// Collects the terms and what each rests on.
class Terms {
 public:
  void add(const char* name, Between<double> value, Basis basis, Sources sources = {}) {
    list_.push_back({name, value, basis, std::move(sources)});
  }
  void leave_out(const char* name) { list_.push_back({name, std::nullopt, Basis::left_out, {}}); }

  // What was typed, else the default.
  double amount(const char* name, const std::string& typed, const AmountRule& rule, double usual) {
    const double value = typed.empty() ? usual : parse_amount(typed, rule);
    add(name, one(value), typed.empty() ? Basis::assumed : Basis::given);
    return value;
  }
  // The same of what stays out of the sum unless it is typed.
  std::optional<double> optional(const char* name, const std::string& typed,
                                 const AmountRule& rule) {
    if (typed.empty()) {
      leave_out(name);
      return std::nullopt;
    }
    return amount(name, typed, rule, 0);
  }
  std::vector<OwningTerm> take() { return std::move(list_); }

 private:
  std::vector<OwningTerm> list_;
};

std::string known_place(const std::string& typed, const OwningFacts& facts) {
  if (typed.empty()) return "";
  std::vector<std::string> places;
  for (const catalog::ElectricityTariff& row : facts.tariffs) places.push_back(row.place);
  for (const catalog::GridCarbon& row : facts.carbon) places.push_back(row.region);
  std::string place = advisor::find_place(places, typed);
  if (place.empty())
    throw Error(with_nearest({"ownership.unknown_place", {{"name", typed}}}, typed, places),
                ExitCode::usage);
  return place;
}

std::string dated(const std::string& name, const std::optional<Date>& year,
                  const std::string& source) {
  return name + (year ? ", " + to_text(*year) : std::string()) + ": " + source;
}

Between<UsdPerKilowattHour> electricity(const TcoOptions& options, const std::string& place,
                                        const OwningFacts& facts, Terms& terms) {
  if (!options.tariff.empty()) check_choice("--tariff", options.tariff, {"business", "household"});
  if (!options.tariff.empty() && place.empty())
    throw Error({"ownership.tariff_of_where", {}}, ExitCode::usage);
  const TariffKind kind =
      options.tariff == "household" ? TariffKind::household : TariffKind::business;
  const auto tariff = advisor::tariff_of(facts.tariffs, place, kind);
  if (options.electricity.empty() && tariff) {
    Sources sources;
    const std::string kind_name = tariff->kind == TariffKind::business ? "business" : "household";
    for (const catalog::ElectricityTariff* row : tariff->rows)
      sources.push_back(dated(row->place + ", " + kind_name, row->year, row->source));
    terms.add("electricity", {tariff->price.low.value, tariff->price.high.value}, Basis::sourced,
              std::move(sources));
    return tariff->price;
  }
  Between<double> price = one(usual_electricity);
  if (!options.electricity.empty()) price = parse_amounts(options.electricity, electricity_rule);
  terms.add("electricity", price, options.electricity.empty() ? Basis::assumed : Basis::given);
  return {UsdPerKilowattHour(price.low), UsdPerKilowattHour(price.high)};
}

double overhead(const TcoOptions& options, const OwningFacts& facts, Terms& terms) {
  const std::optional<double> number = parse_number(options.pue);
  if (number) return terms.amount("pue", options.pue, pue_rule, 1);
  const catalog::PowerOverhead* row = advisor::overhead_of(
      facts.overheads, options.pue.empty() ? usual_overhead : std::string_view(options.pue));
  if (row == nullptr) throw Error({"ownership.bad_pue", {{"value", options.pue}}}, ExitCode::usage);
  terms.add("pue", one(row->pue), Basis::sourced,
            {dated(row->operator_or_kind, row->year, row->source)});
  return row->pue;
}

std::optional<GramsPerKilowattHour> carbon(const TcoOptions& options, const std::string& place,
                                           const OwningFacts& facts, Terms& terms) {
  if (!options.carbon.empty())
    return GramsPerKilowattHour(terms.amount("carbon", options.carbon, carbon_rule, 0));
  const catalog::GridCarbon* row =
      advisor::carbon_of(facts.carbon, place.empty() ? usual_grid : std::string_view(place));
  if (row == nullptr) {
    terms.leave_out("carbon");
    return std::nullopt;
  }
  terms.add("carbon", one(row->carbon.value), Basis::sourced,
            {dated(row->region, row->year, row->source)});
  return row->carbon;
}

// "150" and "150/kw" of each kW, "200/gpu" of each card.
std::optional<advisor::Hosting> hosting(const std::string& typed, Terms& terms) {
  if (typed.empty()) {
    terms.leave_out("hosting");
    return std::nullopt;
  }
  std::string number = lower_case(typed);
  const bool is_per_card = number.ends_with("/gpu");
  if (is_per_card || number.ends_with("/kw")) number.resize(number.rfind('/'));
  const advisor::Hosting value{parse_amount(number.empty() ? typed : number, hosting_rule),
                               !is_per_card};
  terms.add(is_per_card ? "hosting_per_card" : "hosting", one(value.usd_per_month), Basis::given);
  return value;
}

std::optional<advisor::Resale> resale(const std::string& typed, Terms& terms) {
  if (typed.empty()) {
    terms.leave_out("resale");
    return std::nullopt;
  }
  const bool is_share = typed.ends_with('%');
  const advisor::Resale value{is_share, parse_amounts(typed, is_share ? share_rule : resale_rule)};
  terms.add(is_share ? "resale_share" : "resale", value.value, Basis::given);
  return value;
}

Condition parse_condition(const std::string& typed) {
  check_choice("--condition", typed, {"new", "used", "list"});
  return typed == "new" ? Condition::fresh : typed == "used" ? Condition::used : Condition::list;
}

advisor::OwnershipTerms owning_terms(const TcoOptions& options, const std::string& place,
                                     Terms& terms) {
  const OwningFacts& facts = owning_facts();
  advisor::OwnershipTerms all;
  all.months = terms.amount("months", options.months, months_rule, all.months);
  all.hours_per_day = terms.amount("hours_per_day", options.hours, hours_rule, all.hours_per_day);
  all.utilisation =
      terms.amount("utilisation", options.utilisation, utilisation_rule, all.utilisation);
  all.power_share = terms.amount("power_share", options.power_share, power_rule, all.power_share);
  all.electricity = electricity(options, place, facts, terms);
  all.pue = overhead(options, facts, terms);
  all.carbon = carbon(options, place, facts, terms);
  all.hosting = hosting(options.hosting, terms);
  all.resale = resale(options.resale, terms);
  if (const auto usd = terms.optional("server_price", options.server_price, server_rule))
    all.server = Usd(*usd);
  if (const auto watts = terms.optional("server_power", options.server_power, watts_rule))
    all.server_power = Watts(*watts);
  return all;
}

}  // namespace

const advisor::Scenario* parse_scenario(const std::string& typed) {
  std::vector<std::string> names;
  for (const advisor::Scenario& scenario : advisor::scenarios()) names.emplace_back(scenario.name);
  check_choice("--scenario", lower_case(typed), names);
  return advisor::find_scenario(lower_case(typed));
}

const OwningFacts& owning_facts() {
  static const OwningFacts facts;
  return facts;
}

advisor::OwnershipTerms usual_terms() {
  Terms ignored;
  return owning_terms({}, "", ignored);
}

TcoRequest parse_tco_request(const TcoOptions& options, const catalog::GpuCatalog& gpus) {
  TcoRequest request;
  Terms terms;
  request.scenario = parse_scenario(options.scenario);
  request.condition = parse_condition(options.condition);
  request.cards = named_cards(options.gpus, gpus);
  request.place = known_place(options.place, owning_facts());
  request.terms = owning_terms(options, request.place, terms);
  if (!options.rent.empty())
    request.rent = UsdPerHour(terms.amount("rent", options.rent, rent_rule, 0));
  request.prices = named_prices(options.prices, gpus, request.cards);
  request.rests_on = terms.take();
  return request;
}

}  // namespace wgf::answers
