// SPDX-License-Identifier: MIT
#pragma once
// The files a run will write: chosen and checked before anything is measured, written whole after.

#include <filesystem>
#include <string>
#include <vector>

#include "report/report_format.h"

namespace wgf::report {

struct Output {
  std::filesystem::path path;
  const ReportFormat* format = nullptr;
  bool may_replace = false;  // a default name, the file being resumed, or --force
};

struct OutputChoice {
  std::vector<std::string> paths;          // -o, in the order given
  std::vector<std::string> formats;        // -f
  std::vector<std::string> default_files;  // where neither was given
  bool force = false;
  std::filesystem::path resumed;  // the results file that is being continued
};

// -o with or without -f (one -f counts for every -o), -f alone (its default file), or the defaults.
std::vector<Output> choose_outputs(const OutputChoice& choice);

// As -o names it: not a file.
inline constexpr const char* standard_output = "-";
// Takes those for standard output out of the files; their formats, in the order given.
std::vector<const ReportFormat*> take_printed(std::vector<Output>& outputs);

// Whether any of them is that file, however either is spelled.
bool is_written_over(const std::filesystem::path& file, const std::vector<Output>& outputs);
// A file named twice is one: the first counts.
void drop_repeated(std::vector<Output>& outputs);

// Throws Error now rather than after a long run: a file that is there already and was named by the
// user without --force (usage), or a place that cannot be written.
void check_outputs(const std::vector<Output>& outputs);

// Each whole or not at all. Throws after trying all of them, so that one full disk does not lose
// the file on another.
void write_outputs(const std::vector<Output>& outputs, const ReportInput& input);

}  // namespace wgf::report
