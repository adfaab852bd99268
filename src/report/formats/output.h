// SPDX-License-Identifier: MIT
#pragma once
// The files a command will write: chosen and checked before anything is measured, written whole
// after. Of runs and of comparisons, which are told apart by what their formats write.

#include <filesystem>
#include <string>
#include <vector>

#include "report/formats/report_format.h"

namespace wgf::report {

template <typename Input>
struct OutputOf {
  std::filesystem::path path;
  const OutputFormat<Input>* format = nullptr;
  bool may_replace = false;  // a default name, the file being resumed, or --force
};
using Output = OutputOf<ReportInput>;

struct OutputChoice {
  std::vector<std::string> paths;          // -o, in the order given
  std::vector<std::string> formats;        // -f
  std::vector<std::string> default_files;  // where neither was given
  bool force = false;
  std::filesystem::path resumed;  // the results file that is being continued
};

// -o in the format of its suffix, or where that names none in the next one of -f (the last counts
// for all that follow), -f alone (its default file), or the defaults.
template <typename Input>
std::vector<OutputOf<Input>> choose_outputs(const OutputChoice& choice, FormatList<Input> formats);
std::vector<Output> choose_outputs(const OutputChoice& choice);  // a report's

// Takes those for standard output out of the files; their formats, in the order given.
template <typename Input>
std::vector<const OutputFormat<Input>*> take_printed(std::vector<OutputOf<Input>>& outputs);

// Whether any of them is that file, however either is spelled.
template <typename Input>
bool is_written_over(const std::filesystem::path& file,
                     const std::vector<OutputOf<Input>>& outputs);
// A file named twice is one: the first counts.
template <typename Input>
void drop_repeated(std::vector<OutputOf<Input>>& outputs);

// Throws Error now rather than after a long run: a file that is there already and was named by the
// user without --force (usage), or a place that cannot be written.
template <typename Input>
void check_outputs(const std::vector<OutputOf<Input>>& outputs);

// Each whole or not at all. Throws after trying all of them, so that one full disk does not lose
// the file on another.
template <typename Input>
void write_outputs(const std::vector<OutputOf<Input>>& outputs, const Input& input);

}  // namespace wgf::report
