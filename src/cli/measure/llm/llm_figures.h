// SPDX-License-Identifier: MIT
#pragma once
// What results of llm are held against, in each of them, so that a report of the file alone can:
// the memory and how many tokens it keeps, the price and what a million tokens cost, the advisor's
// forecast.

#include <optional>
#include <string>
#include <vector>

#include "answers/surroundings.h"
#include "base/message.h"
#include "base/units.h"
#include "catalog/gpu.h"
#include "report/rent.h"
#include "results/result.h"

namespace wgf::cli {

struct LlmPrice {
  UsdPerHour price;
  Message note;  // whose it is, and of when
};

// As typed, else the cheapest fresh offer of such a card; nothing where nobody rents it.
std::optional<LlmPrice> llm_price(std::optional<UsdPerHour> typed,
                                  const std::vector<report::Rent>& rents,
                                  const results::Device& device, messages::Language language);

// gpu: the device's record; nullptr: none is known. folded: what calibrate kept of it. Of results
// that are ok; what an earlier run has added stays.
void add_llm_figures(results::Run& run, const results::Device& device, const catalog::Gpu* gpu,
                     const std::optional<LlmPrice>& price,
                     const std::optional<answers::KeptFold>& folded);

}  // namespace wgf::cli
