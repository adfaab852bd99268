// SPDX-License-Identifier: MIT
// validate: predicts every published measurement again and says how far the predictions are off.

#include <memory>

#include "base/files.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/validate/validate_text.h"

namespace wgf::cli {
namespace {

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

void write_files(const Options& options, const truth::ValidateAnswer& answer) {
  if (!options.output.empty()) write_file_atomically(options.output, truth::rows_csv(answer.files));
  if (!options.table.empty()) write_file_atomically(options.table, truth::to_csv(answer.groups));
  if (!options.document.empty()) write_file_atomically(options.document, validate_document(answer));
}

void print_validation(const Options& options, Context& context) {
  check_options(options);
  const catalog::Catalog catalog(context.catalog_dir.value_or(fs::path()));
  const truth::ValidateAnswer answer = truth::validate({.folder = options.truth,
                                                        .against = options.against,
                                                        .writes_errors = !options.table.empty(),
                                                        .by = options.by,
                                                        .is_explained = options.is_explained},
                                                       catalog);
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
  command.action([options, &context] { print_validation(*options, context); });
}

}  // namespace wgf::cli
