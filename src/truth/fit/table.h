// SPDX-License-Identifier: MIT
#pragma once
// Rows of a CSV file by column name.

#include <map>
#include <string>
#include <vector>

#include "truth/error_summary.h"

namespace wgf::truth::fit {

using Row = std::map<std::string, std::string>;

std::vector<Row> read_csv(const std::string& path);

}  // namespace wgf::truth::fit
