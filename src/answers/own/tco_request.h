// SPDX-License-Identifier: MIT
#pragma once
// The options of tco, and what is asked with them: the terms all cards are compared under, and what
// each term rests on.

#include <optional>
#include <string>
#include <vector>

#include "advisor/market/ownership.h"
#include "advisor/market/scenario.h"
#include "answers/option.h"
#include "answers/own/tco_cards.h"
#include "catalog/catalog.h"
#include "catalog/market_facts.h"

namespace wgf::answers {

struct TcoOptions {
  std::vector<std::string> gpus, prices;
  std::string months, hours, scenario = "inference", utilisation, power_share;
  std::string electricity, place, tariff, carbon, pue;
  std::string hosting, resale, server_price, server_power, rent;
  std::string condition = "new", price_file;
  bool is_explained = false;
};

// The tables the answer is looked up in.
struct OwningFacts {
  std::vector<catalog::PurchasePrice> prices = catalog::embedded_purchase_prices();
  std::vector<catalog::ElectricityTariff> tariffs = catalog::embedded_electricity_tariffs();
  std::vector<catalog::GridCarbon> carbon = catalog::embedded_grid_carbon();
  std::vector<catalog::PowerOverhead> overheads = catalog::embedded_power_overheads();
};

const OwningFacts& owning_facts();  // those of the program

// given: by the user. assumed: a default nobody vouches for. left_out: unknown, not in the sum.
enum class Basis { given, assumed, sourced, left_out };

struct OwningTerm {
  std::string name;  // "months", as in JSON and in the key of its words
  std::optional<Between<double>> value;
  Basis basis = Basis::assumed;
  std::vector<std::string> sources;
};

struct TcoRequest {
  const advisor::Scenario* scenario = nullptr;
  advisor::OwnershipTerms terms;
  std::vector<OwningTerm> rests_on;
  std::string place;  // as the tables name it; empty: none was asked for
  catalog::PurchasePrice::Condition condition = catalog::PurchasePrice::Condition::fresh;
  Cards cards;
  CardPrices prices;               // the user's own
  std::optional<UsdPerHour> rent;  // the same
};

const OptionTable<TcoOptions>& tco_options();

// Under which cards are compared where nobody says otherwise.
advisor::OwnershipTerms usual_terms();

// Of --scenario. Throws Error(usage) for a name that is none.
const advisor::Scenario* parse_scenario(const std::string& typed);

// Throws Error(usage) for names nobody knows and values that cannot be.
TcoRequest parse_tco_request(const TcoOptions& options, const catalog::GpuCatalog& gpus);

}  // namespace wgf::answers
