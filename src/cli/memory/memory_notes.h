// SPDX-License-Identifier: MIT
#pragma once
// Parts of what estimate-memory prints: which cards hold it, and sentences below the sum.

#include <string>

#include "answers/memory/memory_answer.h"

namespace wgf::cli {

// As gigabytes are printed: "17.25".
std::string two_digits(double value);
// The cards with their largest batch and longest sequence, and what of that table needs words.
std::string fits_text(const answers::MemoryAnswer& answer, const Context& context);
// What was assumed of the network, the software and the pipeline.
std::string memory_notes(const answers::MemoryAnswer& answer, const Context& context);

}  // namespace wgf::cli
