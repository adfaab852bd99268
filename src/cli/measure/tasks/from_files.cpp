// SPDX-License-Identifier: MIT
#include "cli/measure/tasks/from_files.h"

#include <filesystem>

#include "base/error.h"
#include "base/option_values.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t loaded_before_measuring = 5, most_workers = 1024;
constexpr Seconds longest_fed{3000};

bool is_hidden(const fs::path& path) {
  return path.filename().string().starts_with('.');
}

// As the engine lists them: hidden files and folders are left out.
bool holds_files(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& of_class : fs::directory_iterator(folder, ignored)) {
    if (!of_class.is_directory(ignored) || is_hidden(of_class.path())) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(of_class.path(), ignored))
      if (entry.is_regular_file(ignored) && !is_hidden(entry.path())) return true;
  }
  return false;
}

}  // namespace

void add_source_options(Command& command, ImageSource& source, const Context& context) {
  command.text("--data", source.folder, context.text("tasks.option_data"), "DIR");
  command.flag("--strict", source.is_strict, context.text("tasks.option_strict"));
}

void check_folder(const ImageSource& source) {
  const std::string& folder = source.folder;
  std::error_code fault;
  if (folder.empty()) return;
  fs::directory_iterator(folder, fault);
  if (fault)
    throw Error({"images.no_folder", {{"path", folder}, {"reason", fault.message()}}},
                ExitCode::usage);
  if (!holds_files(folder)) throw Error({"images.no_files", {{"path", folder}}}, ExitCode::usage);
}

std::int64_t parse_workers(const std::string& text) {
  const std::int64_t workers = parse_count("--workers", text, 0);
  if (workers > most_workers)
    throw Error(
        {"runner.value_too_large",
         {{"option", "--workers"}, {"value", text}, {"largest", std::to_string(most_workers)}}},
        ExitCode::usage);
  return workers;
}

results::Case fed_case(const results::Case& trained, const ImageSource& source,
                       std::int64_t workers) {
  results::Case value = trained;
  value.benchmark = "train_from_files";
  value.parameters.set("workers", workers);
  value.parameters.set("data", source.folder.empty() ? std::string("generated") : source.folder);
  if (source.is_strict) value.parameters.set("strict", true);
  return value;
}

results::StoppingRule at_least(std::int64_t steps, Seconds time, results::StoppingRule rule) {
  rule.min_samples = steps;
  rule.min_time = time;
  rule.max_time = longest_fed;
  rule.precision_target = 0.99;
  if (!rule.warmup) rule.warmup = loaded_before_measuring;
  return rule;
}

}  // namespace wgf::cli
