// SPDX-License-Identifier: MIT
#pragma once
// list-gpus --compare: cards side by side, a row for each thing that decides.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/market/purchase.h"
#include "advisor/market/scenario.h"
#include "catalog/market_facts.h"
#include "cli/words/gpu_market.h"

namespace wgf::cli {

struct ComparedCard {
  const catalog::Gpu* gpu = nullptr;
  std::optional<advisor::Purchase> purchase;
  std::optional<advisor::ScenarioRate> rate;
  std::optional<double> usd_per_million;  // tokens or images, at the lowest rent
};

struct GpuComparison {
  const advisor::Scenario* scenario = nullptr;
  std::vector<catalog::PurchasePrice> prices;  // the purchases point into it
  std::vector<ComparedCard> cards;             // as they were named
};

// One card a name: a family's default, said on the error stream. Throws Error(usage) for names
// nobody knows and for fewer than two cards.
GpuComparison compare_gpus(const std::vector<std::string>& names, const std::string& scenario,
                           const catalog::Catalog& catalog, const GpuMarket& market,
                           const Context& context);

// Tables of as many cards as fit the width, one below the other.
std::string comparison_text(const GpuComparison& comparison, const GpuMarket& market,
                            std::size_t width, const Context& context);
// Points, and dollars of a million, of every card.
std::string explained_comparison(const GpuComparison& comparison, const GpuMarket& market,
                                 std::size_t width, const Context& context);
nlohmann::ordered_json comparison_json(const GpuComparison& comparison, const GpuMarket& market);

}  // namespace wgf::cli
