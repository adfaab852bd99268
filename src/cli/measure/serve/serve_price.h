// SPDX-License-Identifier: MIT
#pragma once
// What the tokens of a server cost, where the price of its machine is known.

#include <string>

#include "cli/command.h"
#include "results/result.h"

namespace wgf::cli {

struct PriceOptions {
  std::string price, gpu;  // $/h of the whole server; a card whose offer is taken
  std::string gpus = "1";  // so many of it
};
void add_price_options(Command& command, const Context& context, PriceOptions& options);
// Throws Error(usage) for what is no price or no card.
void check_price_options(const PriceOptions& options, const Context& context);

// Adds price and output.token_cost to every result that is ok. Without options the card of our own
// engine counts, where it has an offer; of other servers nothing is known then.
void add_serve_price(results::Run& run, const PriceOptions& options, bool is_managed,
                     const Context& context);

}  // namespace wgf::cli
