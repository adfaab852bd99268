// SPDX-License-Identifier: MIT
#pragma once
// audit of a file: every result in it against physics.

#include <string>
#include <vector>

#include "cli/application.h"

namespace wgf::cli {

// Throws Error(usage) where the words are a folder, a device or several files.
void check_one_file(const std::vector<std::string>& words);

// Whether the words name a file and no claim: one word that is a file, a pipe or a
// path, or ends as a table.
bool is_audited_file(const std::vector<std::string>& words);

// Prints what is impossible in a results file, a CSV of the report or of published measurements;
// exit code 3 where anything is. Throws Error(audit.unknown_columns, not_supported).
void audit_file(const std::string& file, Context& context);

}  // namespace wgf::cli
