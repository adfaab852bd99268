// SPDX-License-Identifier: MIT
#pragma once
// The share of the peak that training reached, by each of the definitions in use.

#include "report/titled_table.h"
#include "results/result.h"

namespace wgf::report {

// A row for each definition, a column for each measured case that has them; no rows where none has.
TitledTable train_in_definitions(const results::Run& run, messages::Language language);

}  // namespace wgf::report
