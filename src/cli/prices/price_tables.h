// SPDX-License-Identifier: MIT
#pragma once
// cloud-prices on the terminal and as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "answers/prices/prices.h"
#include "cli/command.h"
#include "cli/prices/price_refresh.h"

namespace wgf::cli {

// The cheapest of each card on demand and as spot, the list of offers, sources and notes.
std::string price_text(const answers::PricesAnswer& list, bool is_explained,
                       const Context& context);

std::string refresh_text(const std::vector<RefreshOutcome>& outcomes,
                         const std::filesystem::path& file, const Context& context);
nlohmann::ordered_json refresh_json(const std::vector<RefreshOutcome>& outcomes,
                                    const Context& context);

}  // namespace wgf::cli
