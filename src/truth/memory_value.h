// SPDX-License-Identifier: MIT
#pragma once
// The value of a published row of memory and its unit.

#include <string_view>

#include "truth/row_cells.h"

namespace wgf::truth {

// Bytes of a value in "GiB" (also where no unit is stated), "GB", "MiB", "MB". Throws Unreadable.
double memory_unit_of(std::string_view unit);

// The row's value and the bytes of its unit: of the column, or behind the number ("47.65 GiB"), or
// in the notes ("decimal GB"). Throws Unreadable.
struct StatedMemory {
  double value = 0, unit = 0;
};
StatedMemory stated_memory(const Cells& cells);

}  // namespace wgf::truth
