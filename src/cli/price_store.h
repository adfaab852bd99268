// SPDX-License-Identifier: MIT
#pragma once
// What commands that show prices share: where refreshed prices are kept, and which day it is.

#include <filesystem>
#include <string>

#include "answers/surroundings.h"
#include "base/date.h"
#include "catalog/offers.h"
#include "cli/command.h"

namespace wgf::cli {

// As --price-file names it, else torch-gpu-benchmark/prices.csv in the folder for caches; empty
// where there is no such folder (neither XDG_CACHE_HOME nor HOME is set).
std::filesystem::path price_file(const std::string& named = "");

// The built-in offers with the kept ones in their place. A cache that cannot be read is left out,
// which a note says; of a file that was named, which must be there, the fault is thrown.
answers::Prices prices_now(const std::string& named, const catalog::Catalog& catalog,
                           messages::Language language);
// The same for commands that print what was left out at once.
catalog::Offers offers_now(const std::string& named, const Context& context);

// What --refresh begins with: nothing where the cache cannot be read, so that it can be repaired.
catalog::Offers offers_to_refresh(const std::filesystem::path& file, bool is_named);

// In UTC: the day prices that are fetched now are of.
Day day_of_the_clock();
// The same; that of SOURCE_DATE_EPOCH (seconds since 1970) where it is set, so that an answer can
// be printed again as it was.
Day today();

}  // namespace wgf::cli
