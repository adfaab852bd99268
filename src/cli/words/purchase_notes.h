// SPDX-License-Identifier: MIT
#pragma once
// What sources say beside the price of a card, in the user's language.

#include <string>
#include <vector>

#include "advisor/market/purchase.h"
#include "base/date.h"
#include "cli/command.h"

namespace wgf::cli {

// The parts of notes such as "launch price; press estimate", without blanks around them.
std::vector<std::string> note_parts(const std::string& notes);

// Those of one row.
std::vector<std::string> row_notes(const catalog::PurchasePrice& row, const Context& context);

// Those of all rows of the price, each once, without what its basis says already ("street price").
std::vector<std::string> purchase_notes(const advisor::Purchase& purchase, const Context& context);

// "list price, 2025 *"
std::string price_basis_text(const advisor::Purchase& purchase, Day today, const Context& context);

}  // namespace wgf::cli
