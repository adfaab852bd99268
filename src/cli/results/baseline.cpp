// SPDX-License-Identifier: MIT
// baseline: runs kept under a name, to compare later ones with. A baseline is a results file in a
// folder of the user's, or of the project with --dir.

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/results/comparison_command.h"
#include "cli/terminal.h"
#include "cli/user_folder.h"
#include "report/formats/report_format.h"
#include "report/table.h"
#include "results/json_print.h"
#include "runner/journal.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using results::Run;

struct Options {
  std::string name;
  std::string file = "results.json";
  std::string directory;
  bool force = false;
  ComparisonOptions comparison;
};

fs::path directory_of(const Options& options) {
  if (!options.directory.empty()) return options.directory;
  return user_folder("baselines");
}

// A name is a file name on every system, and never a path out of the folder.
void check_name(const std::string& name, const char* action) {
  if (name.empty()) throw Error({"baseline.needs_name", {{"action", action}}}, ExitCode::usage);
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
  };
  const bool begins_well = std::isalnum(static_cast<unsigned char>(name.front())) != 0;
  if (!begins_well || name.size() > 100 || !std::all_of(name.begin(), name.end(), is_plain))
    throw Error({"baseline.bad_name", {{"name", name}}}, ExitCode::usage);
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

void save(const Options& options, const Context& context) {
  check_name(options.name, "save");
  const Run run = runner::load_results(options.file);
  const bool is_measured = std::any_of(
      run.results.begin(), run.results.end(),
      [](const results::Result& result) { return result.status == results::Status::ok; });
  if (!is_measured) throw Error({"baseline.nothing_measured", {{"file", options.file}}});
  const fs::path path = directory_of(options) / (options.name + ".json");
  if (!options.force && fs::exists(path))
    throw Error({"baseline.exists", {{"name", options.name}, {"path", path.string()}}},
                ExitCode::usage);
  std::error_code ignored;  // what is wrong with the folder, writing says
  fs::create_directories(path.parent_path(), ignored);
  // The record, not a copy of the file: that of an earlier schema becomes one of this.
  write_file_atomically(path, report::write_json(run, messages::Language::english));
  std::fputs(
      (context.text({"baseline.saved", {{"name", options.name}, {"path", path.string()}}}) + "\n")
          .c_str(),
      stdout);
}

void compare(const Options& options, Context& context) {
  check_name(options.name, "compare");
  const fs::path directory = directory_of(options), path = directory / (options.name + ".json");
  if (!fs::exists(path)) {
    const std::vector<std::string> known = names_in(directory);
    throw Error(
        {known.empty() ? "baseline.none_yet" : "baseline.unknown",
         {{"name", options.name}, {"directory", directory.string()}, {"known", join(known, ", ")}}},
        ExitCode::usage);
  }
  compare_files({options.name, path.string()}, {{options.file, options.file}}, options.comparison,
                context);
}

void list(const Options& options, const Context& context) {
  const fs::path directory = directory_of(options);
  Json json = Json::array();
  report::Table table{{{context.text("baseline.column_name")},
                       {context.text("baseline.column_cases"), report::Align::right},
                       {context.text("baseline.column_device")},
                       {context.text("baseline.column_started")}},
                      {}};
  for (const std::string& name : names_in(directory)) {
    const std::string path = (directory / (name + ".json")).string();
    const Run run = runner::load_results(path);
    const std::string device = results::device_names(run.devices);
    json.push_back({{"name", name},
                    {"path", path},
                    {"results", run.results.size()},
                    {"device", device},
                    {"started_at", run.started_at}});
    table.rows.push_back({name, std::to_string(run.results.size()), device, run.started_at});
  }
  const Message none{"baseline.none_in", {{"directory", directory.string()}}};
  const std::string text = context.json         ? results::indented(json)
                           : table.rows.empty() ? context.text(none) + "\n"
                                                : report::to_terminal(table, printed_width());
  print(text);
}

using OptionsPointer = std::shared_ptr<Options>;

Command add_action(Command& command, Context& context, const char* name, const char* help,
                   const OptionsPointer& options) {
  Command action = command.add_command(name, context.text(help));
  action.text("--dir", options->directory, context.text("baseline.option_directory"), "DIR");
  return action;
}

void add_name_and_file(Command& action, Context& context, const OptionsPointer& options) {
  action.text("name", options->name, context.text("baseline.option_name"), "NAME");
  action.text("file", options->file, context.text("baseline.option_file"), "RESULTS.json");
}

}  // namespace

void add_baseline_command(Command& program, Context& context) {
  Command command = program.add_command("baseline", context.text("baseline.description"));
  command.require_command({"baseline.needs_action", {}});
  const auto options = std::make_shared<Options>();

  Command saving = add_action(command, context, "save", "baseline.save_description", options);
  add_name_and_file(saving, context, options);
  saving.flag("--force", options->force, context.text("baseline.option_force"));
  saving.action([&context, options] { save(*options, context); });

  Command comparing =
      add_action(command, context, "compare", "baseline.compare_description", options);
  add_name_and_file(comparing, context, options);
  add_comparison_options(comparing, context, options->comparison);
  comparing.action([&context, options] { compare(*options, context); });

  Command listing = add_action(command, context, "list", "baseline.list_description", options);
  add_json_flag(listing, context);
  listing.action([&context, options] { list(*options, context); });
}

}  // namespace wgf::cli
