// SPDX-License-Identifier: MIT
#pragma once
// Cells that the tables of `parallel` share.

#include <cstdint>
#include <optional>
#include <string>

#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::report {

// A whole number of the case: 1 where it has none.
std::int64_t count_of(const results::Result& result, const char* name);
// "DP 2, TP 2, ZeRO 1"; "1" of one GPU.
std::string layout_text(const results::Result& result);
std::string percent_cell(const results::Result& result, const char* tag);
// GiB: allocated at most where it was measured, else the forecast of all that is held.
std::optional<double> memory_of(const results::Result& result);
std::string memory_cell(const results::Result& result);
// Measured, and without a shared optimizer's state, which gives each of more GPUs less to update:
// more than so many GPUs can give is then a disturbance.
bool is_bound_by_linear(const results::Result& result);
// Of the best efficiency of a table's rows, percent: above what more GPUs can give the row of the
// fewest was disturbed. Empty where it is none such.
std::string beyond_linear_advice(double best_efficiency, messages::Language language);
// "measured", "forecast", or why there is neither.
std::string basis_text(const results::Result& result, messages::Language language);

}  // namespace wgf::report
