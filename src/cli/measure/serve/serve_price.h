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

// Id in the catalogue: that of --gpu, else own_card, which may be empty.
std::string card_of(const PriceOptions& options, const std::string& own_card,
                    const Context& context);

// Adds price and output.token_cost to every result that is ok, by --price, else the cheapest offer
// of the card. own_card: of our own engine; of other servers nothing is known without options.
void add_serve_price(results::Run& run, const PriceOptions& options, const std::string& own_card,
                     const Context& context);

}  // namespace wgf::cli
