// SPDX-License-Identifier: MIT
#pragma once
// How the figures of cloud-prices come about.

#include <string>

#include "answers/prices/prices.h"
#include "cli/command.h"

namespace wgf::cli {

std::string explained_prices(const answers::PricesAnswer& list, const Context& context);

}  // namespace wgf::cli
