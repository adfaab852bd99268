// SPDX-License-Identifier: MIT
#pragma once
// Errors of predictions by source: printed, written as a table, held against a committed one.

#include <map>
#include <string>
#include <vector>

#include "truth/fit/table.h"

namespace wgf::truth::fit {

using Groups = std::map<std::string, ErrorSummary>;  // and "all rows"

Groups group_summaries(const std::vector<Prediction>& predictions);
void print_groups(const Groups& groups);
std::string table_of(const Groups& groups);
// Each prediction as a line of CSV.
void write_rows(const std::vector<Prediction>& predictions, const std::string& file);

// How many groups have grown errors, or lost rows, against the committed table.
int regressions(const Groups& groups, const std::vector<Row>& committed);

}  // namespace wgf::truth::fit
