// SPDX-License-Identifier: MIT
#pragma once
// The files of run and quick: chosen and checked before anything is measured, written after. A run
// that measured nothing never takes the place of one that did.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_lock.h"
#include "cli/command.h"
#include "cli/measure/run_options.h"
#include "report/formats/output.h"
#include "results/result.h"

namespace wgf::cli {

struct SessionOutputs {
  std::vector<report::Output> files;
  std::vector<const report::ReportFormat*> printed;  // -o -: to stdout instead of the table
  std::vector<FileLock> locks;                       // of the files: nobody else writes them
};

// Throws Error now for a place that cannot be written, would be overwritten unasked, or is another
// run's that is not over. command: what others are told that holds the files.
SessionOutputs choose_session_outputs(const RunCommandLine& line,
                                      std::vector<std::string> default_files,
                                      std::string_view command);

// Throws Error(usage) for an option (empty: none) that adds to the table, where JSON or another
// format is printed in its place.
void check_table_is_printed(const std::string& option, const SessionOutputs& outputs,
                            const Context& context);

// The results file the journal stands beside; empty where no regular .json is written.
std::filesystem::path journalled_file(const std::vector<report::Output>& files);

// Where the run goes: the files chosen, or NAME.failed.json beside those that hold results while
// this run has none. --force replaces them all the same.
std::vector<report::Output> places_for(const results::Run& run,
                                       const std::vector<report::Output>& files, bool force);

// A .json that would be replaced unasked gets out of the way as results.earlier.json (or -2 and so
// on): one that was not there when it was named, and under a usual name that of another run.
// Returns the new name; empty where there is none.
enum class Names { usual, chosen };
std::filesystem::path set_aside_results(const std::vector<report::Output>& files, Names names);

// Writes the earlier run whole beside its file, as results.earlier.json or, where that is taken,
// results.earlier-2.json and so on. Returns where.
std::filesystem::path keep_earlier_run(const results::Run& earlier,
                                       const std::filesystem::path& file,
                                       messages::Language language);

}  // namespace wgf::cli
