// SPDX-License-Identifier: MIT
#pragma once
// The tables of data/prices/, which are part of the program in compressed form.

#include <string>
#include <string_view>

namespace wgf::catalog {

// name: "cloud_offers.csv". A name that is not there is a fault of the build.
std::string embedded_price_table(std::string_view name);

}  // namespace wgf::catalog
