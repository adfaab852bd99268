// SPDX-License-Identifier: MIT
#pragma once
// The file refreshed prices are kept in, with our own columns. What it says of a provider replaces
// what is built in. Beside it lies FILE.etags: what the servers called the answers they gave.

#include <filesystem>
#include <map>
#include <string>

#include "catalog/offers.h"

namespace wgf::catalog {

// The offers of the file; none where there is no such file. Throws Error(csv.*, prices.*, files.*)
// where it cannot be read.
Offers kept_offers(const std::filesystem::path& file);

// The built-in offers with those of the file in their place.
Offers current_offers(const std::filesystem::path& file);

// Writes the whole file anew; a failure leaves the old one.
void keep_offers(const std::filesystem::path& file, const Offers& offers);

// Address → etag; empty where nothing is kept or it cannot be read: then all is fetched anew.
std::map<std::string, std::string> kept_etags(const std::filesystem::path& file);
void keep_etags(const std::filesystem::path& file, const std::map<std::string, std::string>& etags);

}  // namespace wgf::catalog
