// SPDX-License-Identifier: MIT
#pragma once
// cloud-prices --refresh: fetches or reads prices, checks them and keeps them. Whatever fails
// leaves the old ones as they were.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/error.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "catalog/price_import.h"
#include "messages/message_table.h"

namespace wgf::cli {

struct RefreshRequest {
  // An interface ("vast"), an address, a file, or NAME= and one of the latter two; empty: every
  // interface there is.
  std::string target;
  std::filesystem::path price_file;
  bool is_file_named = false;     // by the user: never written over where it cannot be read
  std::optional<Date> file_date;  // of a file's prices where its format has none
  Seconds timeout = Seconds(60);
  Day today;
  messages::Language language = messages::Language::english;
};

// What became of one source.
struct RefreshOutcome {
  std::string source;              // its interface, address or file
  std::optional<Message> failure;  // set: nothing of it was kept
  bool is_skipped = false;         // needs a key that is not there; only where all are asked
  bool is_unchanged = false;       // the server has nothing newer
  std::size_t offers = 0;
  std::vector<std::string> providers;
  catalog::LeftOut left_out;
};

// Throws Error where the one source asked for fails; of several each says what became of it.
std::vector<RefreshOutcome> refresh_prices(const RefreshRequest& request,
                                           const catalog::GpuCatalog& gpus);

}  // namespace wgf::cli
