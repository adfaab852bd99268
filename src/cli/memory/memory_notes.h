// SPDX-License-Identifier: MIT
#pragma once
// Parts of what estimate-memory prints: which cards hold it, and sentences below the sum.

#include <string>
#include <vector>

#include "answers/memory/memory_answer.h"
#include "cli/command.h"

namespace wgf::cli {

using Paragraphs = std::vector<std::string>;

// As gigabytes are printed: "17.25".
std::string two_digits(double value);
// The cards with their largest batch and longest sequence: all, or those about the size it takes.
std::string fits_text(const answers::MemoryAnswer& answer, bool are_all, const Context& context);
// What of that table needs words.
Paragraphs fit_notes(const answers::MemoryAnswer& answer, const Context& context);
// What was assumed of the network, the software and the pipeline.
Paragraphs memory_notes(const answers::MemoryAnswer& answer, const Context& context);

}  // namespace wgf::cli
