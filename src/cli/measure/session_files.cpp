// SPDX-License-Identifier: MIT
#include "cli/measure/session_files.h"

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "results/json.h"
#include "runner/journal.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;
using report::Output;
using results::Result;
using results::Run;
using results::Status;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_json(const Output& output) {
  return output.format->name == "json";
}

bool has_results(const Run& run) {
  return std::any_of(run.results.begin(), run.results.end(),
                     [](const Result& result) { return result.status == Status::ok; });
}

// What cannot be read as results may be worth as much to its owner.
bool may_hold_results(const fs::path& path) {
  const std::optional<std::string> text = try_read_file(path);
  if (!text) return true;
  try {
    return has_results(results::parse_run(*text, path.string()));
  } catch (const Error&) {
    return true;
  }
}

// A .json decides for the reports beside it, which say the same in other words.
bool hold_results(const std::vector<Output>& files) {
  bool has_report = false, has_json = false;
  for (const Output& output : files) {
    if (!is_file(output.path)) continue;
    has_report = true;
    if (!is_json(output)) continue;
    if (may_hold_results(output.path)) return true;
    has_json = true;
  }
  return has_report && !has_json;
}

// Of a link its target is copied: the link stays, and what comes next goes where it points to.
fs::path moved_aside(const fs::path& file) {
  fs::path kept = runner::free_earlier_name(file);
  std::error_code fault;
  if (fs::is_symlink(file, fault))
    write_file_atomically(kept, read_file(file), file);
  else
    fs::rename(file, kept, fault);
  if (fault)
    throw Error({"files.cannot_write", {{"path", kept.string()}, {"reason", fault.message()}}});
  return kept;
}

}  // namespace

SessionOutputs choose_session_outputs(const RunCommandLine& line,
                                      std::vector<std::string> default_files,
                                      std::string_view command) {
  // A resumed run goes on in its own file, whatever else is written; the default results.json may
  // be another run's.
  const bool goes_on = !line.resume.empty() && line.outputs.empty();
  if (goes_on)
    std::erase_if(default_files, [](const std::string& file) { return file.ends_with(".json"); });
  SessionOutputs chosen;
  chosen.files = report::choose_outputs({.paths = line.outputs,
                                         .formats = line.formats,
                                         .default_files = std::move(default_files),
                                         .force = line.force,
                                         .resumed = line.resume});
  chosen.printed = report::take_printed(chosen.files);
  if (goes_on)
    chosen.files.insert(chosen.files.begin(), {line.resume, &report::report_format("json"), true});
  report::drop_repeated(chosen.files);
  std::vector<fs::path> paths;
  for (const Output& output : chosen.files) paths.push_back(output.path);
  chosen.locks = lock_files(std::move(paths), command);
  report::check_outputs(chosen.files);
  return chosen;
}

void check_table_is_printed(const std::string& option, const SessionOutputs& outputs,
                            const Context& context) {
  if (!option.empty() && (context.json || !outputs.printed.empty()))
    throw Error({"cli.adds_to_table", {{"option", option}}}, ExitCode::usage);
}

fs::path journalled_file(const std::vector<Output>& files) {
  for (const Output& output : files) {
    // A device or a pipe has no beside.
    std::error_code ignored;
    const bool is_special = fs::exists(output.path, ignored) && !is_file(output.path);
    if (is_json(output) && !is_special) return output.path;
  }
  return {};
}

std::vector<Output> places_for(const Run& run, const std::vector<Output>& files, bool force) {
  std::vector<Output> places = files;
  if (force || has_results(run) || !hold_results(files)) return places;
  for (Output& output : places) {
    if (!is_file(output.path)) continue;
    const std::string suffix = output.path.extension().string();
    output.path.replace_extension(".failed" + suffix);
  }
  return places;
}

fs::path set_aside_results(const std::vector<Output>& files, Names names) {
  for (const Output& output : files) {
    if (!is_json(output) || !is_file(output.path)) continue;
    const bool is_new = !output.may_replace;
    const bool is_another_run = names == Names::usual && may_hold_results(output.path);
    if (is_new || is_another_run) return moved_aside(output.path);
  }
  return {};
}

fs::path keep_earlier_run(const Run& earlier, const fs::path& file, messages::Language language) {
  const fs::path kept = runner::free_earlier_name(file);
  write_file_atomically(kept, report::write_json(earlier, language), file);
  return kept;
}

}  // namespace wgf::cli
