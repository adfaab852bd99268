// SPDX-License-Identifier: MIT
#pragma once
// The cards of the catalogue: a list of those that match, or some of them side by side.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/market/purchase.h"
#include "advisor/market/scenario.h"
#include "answers/gpus/gpu_market.h"
#include "answers/option.h"
#include "answers/outcome.h"
#include "catalog/memory_wish.h"

namespace wgf::answers {

struct GpuOptions {
  std::vector<std::string> names, vendors, architectures, compared;
  std::string min_memory, sort, scenario;
  bool is_wide = false, is_explained = false;
};
const OptionTable<GpuOptions>& gpu_options();

struct GpuRequest {
  std::vector<const catalog::Gpu*> named;           // empty: all
  std::vector<std::string> vendors, architectures;  // empty: any
  std::optional<catalog::MemoryWish> least_memory;
  std::string order;                            // a column; empty: that of the catalogue
  std::vector<const catalog::Gpu*> compared;    // side by side; empty: a list
  const advisor::Scenario* scenario = nullptr;  // of a comparison
  std::vector<Message> notes;
};
// Throws Error(usage) for what cannot be, or belongs to the other of the two.
GpuRequest parse_gpu_request(const GpuOptions& options, const catalog::GpuCatalog& gpus);

struct ComparedCard {
  const catalog::Gpu* gpu = nullptr;
  std::optional<advisor::Purchase> purchase;
  std::optional<advisor::ScenarioRate> rate;
  std::optional<double> usd_per_million;  // tokens or images, at the lowest rent
};

struct GpuComparison {
  const advisor::Scenario* scenario = nullptr;
  std::vector<ComparedCard> cards;  // as they were named
};

struct GpusAnswer {
  std::shared_ptr<const GpuMarket> market;
  std::vector<const catalog::Gpu*> cards;   // of a list, in order
  std::optional<GpuComparison> comparison;  // in its place
};
Outcome<GpusAnswer> gpus(const GpuRequest& request, const Surroundings& surroundings);
nlohmann::ordered_json gpus_json(const GpusAnswer& answer);

}  // namespace wgf::answers
