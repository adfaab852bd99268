// SPDX-License-Identifier: MIT
// validate: predicts every published measurement again and says how far the predictions are off.

#include <algorithm>
#include <cstdio>
#include <future>
#include <memory>

#include "base/files.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/validate/validate_text.h"
#include "truth/validate_files.h"

namespace wgf::cli {
namespace {

using truth::JudgedFile;
namespace fs = std::filesystem;

struct Options {
  std::string truth, output, table, against, document;
  std::vector<std::string> by;
  bool force = false, is_explained = false;
};

void check_options(const Options& options) {
  for (const std::string& name : options.by)
    if (name != "source" && name != "gpu" && name != "precision")
      throw Error({"validate.unknown_by", {{"name", name}}}, ExitCode::usage);
  if (!options.truth.empty() && !options.document.empty())
    throw Error({"validate.document_of_folder", {}}, ExitCode::usage);
  for (const std::string& path : {options.output, options.table, options.document}) {
    if (path.empty()) continue;
    std::error_code error;
    if (!options.force && fs::exists(path, error))
      throw Error({"report.file_exists", {{"path", path}}}, ExitCode::usage);
    check_writable(path);
  }
}

JudgedFile judge(const truth::TruthText& file, const catalog::Catalog& catalog,
                 const truth::MemoryReadings& readings) {
  if (file.reason.empty()) return truth::judge({file.name, file.text}, catalog, readings);
  JudgedFile found{file.name, truth::TruthKind::none, {}};
  truth::JudgedRow& row = found.rows.emplace_back();
  row.file = file.name;
  row.reason = file.reason;
  return found;
}

// Every file on a thread of its own.
std::vector<JudgedFile> judge_all(const std::vector<truth::TruthText>& files,
                                  const catalog::Catalog& catalog) {
  const truth::MemoryReadings readings = truth::memory_readings(files);
  catalog.gpus();
  catalog.models();
  std::vector<std::future<JudgedFile>> judging;
  for (const truth::TruthText& file : files)
    judging.push_back(
        std::async(std::launch::async, [&] { return judge(file, catalog, readings); }));
  std::vector<JudgedFile> found;
  for (std::future<JudgedFile>& one : judging) found.push_back(one.get());
  return found;
}

// Of the program's measurements against the committed errors, of others where a table is named.
void compare(const Options& options, truth::ValidateAnswer& answer) {
  if (!options.against.empty()) {
    answer.against = options.against;
    answer.regressions = truth::regressions(
        answer.groups, truth::parse_error_groups(read_file(options.against), options.against));
  } else if (options.truth.empty() && options.table.empty()) {
    answer.against = "data/accuracy/errors.csv";
    answer.regressions = truth::regressions(answer.groups, truth::built_in_errors());
  }
}

void write_files(const Options& options, const truth::ValidateAnswer& answer) {
  if (!options.output.empty()) write_file_atomically(options.output, truth::rows_csv(answer.files));
  if (!options.table.empty()) write_file_atomically(options.table, truth::to_csv(answer.groups));
  if (!options.document.empty()) write_file_atomically(options.document, validate_document(answer));
}

void validate(const Options& options, Context& context) {
  check_options(options);
  const catalog::Catalog catalog(context.catalog_dir.value_or(fs::path()));
  truth::ValidateAnswer answer;
  answer.is_explained = options.is_explained;
  answer.files = judge_all(
      options.truth.empty() ? truth::built_in_truth() : truth::truth_of_folder(options.truth),
      catalog);
  const bool has_rows = std::any_of(answer.files.begin(), answer.files.end(),
                                    [](const JudgedFile& file) { return !file.rows.empty(); });
  if (!has_rows) throw Error({"validate.no_rows", {{"path", options.truth}}});
  answer.groups = truth::error_groups(answer.files);
  answer.unused = truth::unused_rows(answer.files);
  answer.by = options.by.empty() ? std::vector<std::string>{"source"} : options.by;
  compare(options, answer);
  write_files(options, answer);
  print(context.json ? truth::validate_json(answer) : validate_text(answer, context));
  if (!answer.regressions.empty()) context.exit_code = ExitCode::regression;
}

}  // namespace

void add_validate_command(Command& program, Context& context) {
  Command command = program.add_command("validate", context.text("validate.description"));
  auto options = std::make_shared<Options>();
  const auto text = [&](const char* key) { return context.text(key); };
  command.text("--truth", options->truth, text("cli.option_validate_truth"), "DIR");
  command.text("-o,--output", options->output, text("cli.option_validate_output"), "FILE");
  command.list("--by", options->by, text("cli.option_validate_by"));
  command.text("--table", options->table, text("cli.option_validate_table"), "FILE");
  command.text("--against", options->against, text("cli.option_validate_against"), "FILE");
  command.text("--document", options->document, text("cli.option_validate_document"), "FILE");
  command.flag("--force", options->force, text("cli.option_force"));
  command.flag("--explain", options->is_explained, text("validate.option_explain"));
  add_json_flag(command, context);
  command.action([options, &context] { validate(*options, context); });
}

}  // namespace wgf::cli
