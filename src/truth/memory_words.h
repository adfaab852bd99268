// SPDX-License-Identifier: MIT
#pragma once
// What the words of a published row of memory mean: layout, batch and recipe.

#include <string>
#include <string_view>

#include "advisor/memory/memory_case.h"
#include "truth/row_cells.h"

namespace wgf::truth {

// Bits of a weight where the row names a format of GGUF files; 0: another one.
double gguf_bits_of(const Cells& cells);

// Throws Unreadable where the row leaves open what the metric depends on. Weights of GGUF files are
// read as if they were of 16 bits.
advisor::MemoryCase memory_case_of(const Cells& cells, const std::string& metric);

}  // namespace wgf::truth
