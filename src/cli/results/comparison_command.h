// SPDX-License-Identifier: MIT
#pragma once
// What compare and baseline compare share: options, reading, printing, exit code.

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"

namespace wgf::cli {

struct ComparisonOptions {
  std::string threshold = "1%";
  std::string metric;
  bool strict = false;
  bool force = false;
  std::vector<std::string> outputs, formats;
};

void add_comparison_options(Command& command, Context& context, ComparisonOptions& options);

// One side as it is named in the report, and the file it stands in.
struct NamedFile {
  std::string name, path;
};

// Prints and writes the comparison of a with each of the others; sets the exit code: regression
// where something is slower or gave no result in B alone, inconclusive where nothing could be
// judged, or under --strict something remains open.
void compare_files(const NamedFile& a, const std::vector<NamedFile>& others,
                   const ComparisonOptions& options, Context& context);

}  // namespace wgf::cli
