// SPDX-License-Identifier: MIT
#pragma once
// Numbers of cells that people write with words beside them: ranks, tokens.

#include <optional>
#include <string>
#include <string_view>

#include "truth/row_cells.h"

namespace wgf::truth {

// "", "-", "n/a", "not stated", "unknown", "?": a cell that says nothing.
bool is_unstated(std::string_view cell);

// The number of an axis of the layout: "8", "TP8", "8 (experts)", "8-way", "1,024",
// "128 GPUs". Nothing where the cell says nothing; 0 and "none" are 1, an axis that is not used.
// Throws Unreadable where anything else stands there.
std::optional<int> axis_of(const Cells& cells, std::string_view column);

// The same of GPUs, of which 0 and "none" say nothing, and which may be named: "2 x H100 80G".
std::optional<int> gpus_of(const Cells& cells, std::string_view column);

struct MeasuredValue {
  std::optional<double> value;
  std::string unit;  // what stands behind it
};

// "189.45", "1,234 ± 12", "1.2k", "35 %", "2,967 images/s". No value where the cell does not begin
// with one.
MeasuredValue measured_value(std::string_view cell);

// "8192", "8,192", "8k", "128K tokens", "seq_len=8192", "8k ctx": tokens of a sequence, thousands
// of 1,024. Nothing otherwise.
std::optional<double> tokens_of(std::string_view words);
// That of the column seq_len.
std::optional<double> sequence_of(const Cells& cells);

}  // namespace wgf::truth
