// SPDX-License-Identifier: MIT
#pragma once
// What the words of a published row of memory mean: what was measured, layout, batch and recipe.

#include <string>
#include <string_view>

#include "advisor/memory/memory_case.h"
#include "advisor/truth/row_cells.h"

namespace wgf::advisor {

// "serving: weights per GPU" → "weights"; "training peak" is what PyTorch has reserved, and of
// Megatron's family (by the source's name) what its tensors take. Throws Unreadable.
std::string memory_metric_of(std::string_view phase, std::string_view source);

// Bytes of a value in "GiB" (also where no unit is stated), "GB", "MiB", "MB". Throws Unreadable.
double memory_unit_of(std::string_view unit);

// Throws Unreadable where the row leaves open what the metric depends on.
MemoryCase memory_case_of(const Cells& cells, const std::string& metric);

}  // namespace wgf::advisor
