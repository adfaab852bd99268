// SPDX-License-Identifier: MIT
#pragma once
// What commands that show prices share: where refreshed prices are kept, and which day it is.

#include <filesystem>
#include <string>

#include "base/date.h"

namespace wgf::cli {

// As --price-file names it, else torch-gpu-benchmark/prices.csv in the folder for caches; empty
// where there is no such folder (neither XDG_CACHE_HOME nor HOME is set).
std::filesystem::path price_file(const std::string& named = "");

// By the system clock, in UTC.
Day today();

}  // namespace wgf::cli
