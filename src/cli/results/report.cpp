// SPDX-License-Identifier: MIT
// report: results files as tables, pages and pictures; several files side by side.

#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/words/report_rents.h"
#include "report/formats/output.h"
#include "runner/journal.h"
#include "runner/resume_command.h"

namespace wgf::cli {
namespace {

using report::Output;

struct Options {
  std::vector<std::string> files, outputs, formats, charts;
  bool force = false;
};

// What names the run in a legend: the file, with its folder where another one is called the same.
std::vector<std::string> names_of(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) names.push_back(std::filesystem::path(file).filename());
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < files.size(); ++j)
      if (i != j && names[i] == std::filesystem::path(files[j]).filename()) names[i] = files[i];
  return names;
}

void write_files(const std::vector<Output>& files, const report::ReportInput& input,
                 const Context& context) {
  if (files.empty()) return;
  report::write_outputs(files, input);
  std::vector<std::string> names;
  for (const Output& output : files) names.push_back(output.path.string());
  std::fputs((context.text({"cli.written", {{"files", join(names, ", ")}}}) + "\n").c_str(),
             stderr);
}

bool is_picture(const report::ReportFormat& format) {
  return format.name == "svg" || format.name == "png";
}

// Every other form shows all charts or none.
void note_ignored_charts(const Options& options, const std::vector<Output>& files,
                         const std::vector<const report::ReportFormat*>& printed,
                         const Context& context) {
  const bool has_picture =
      std::any_of(files.begin(), files.end(),
                  [](const Output& output) { return is_picture(*output.format); }) ||
      std::any_of(printed.begin(), printed.end(),
                  [](const report::ReportFormat* format) { return is_picture(*format); });
  if (options.charts.empty() || has_picture) return;
  print_note({"report.chart_ignored", {}}, context);
}

Error nothing_measured(const results::Run& run, const std::string& file) {
  const std::string command = runner::command_for_empty(run, file);
  return Error({command.empty() ? "report.nothing_measured" : "report.nothing_measured_yet",
                {{"file", file}, {"command", command}}});
}

std::vector<results::Run> read_runs(const std::vector<std::string>& files) {
  std::vector<results::Run> runs;
  for (const std::string& file : files) {
    runs.push_back(runner::load_results(file));
    if (runs.back().results.empty()) throw nothing_measured(runs.back(), file);
  }
  return runs;
}

void write_report(const Options& options, const Context& context) {
  std::vector<Output> files = report::choose_outputs(
      {.paths = options.outputs, .formats = options.formats, .force = options.force});
  std::vector<const report::ReportFormat*> printed = report::take_printed(files);
  report::drop_repeated(files);
  if (files.empty() && printed.empty()) printed.push_back(&report::report_format("txt"));
  report::check_outputs(files);
  note_ignored_charts(options, files, printed, context);

  const std::vector<results::Run> runs = read_runs(options.files);
  std::vector<Message> hints;
  const report::ReportInput input{.runs = runs,
                                  .language = context.language,
                                  .names = names_of(options.files),
                                  .charts = options.charts,
                                  .rents = current_rents(context),
                                  .hints = &hints};
  report::ReportInput shown = input;
  shown.width = printed_width();
  for (const report::ReportFormat* format : printed) print(format->write(shown));
  write_files(files, input, context);
  for (const Message& hint : hints) std::fputs((context.text(hint) + "\n").c_str(), stderr);
}

}  // namespace

void add_report_command(Command& program, Context& context) {
  Command command = program.add_command("report", context.text("cli.report_description"));
  const auto options = std::make_shared<Options>();
  command
      .paths("files", options->files, context.text("cli.option_report_files"), "RESULTS.json ...")
      .required();
  command.repeatable("-o,--output", options->outputs, context.text("cli.option_report_output"),
                     "FILE");
  command.repeatable("-f,--format", options->formats, context.text("cli.option_report_format"),
                     "FORMAT");
  command.repeatable("--chart", options->charts, context.text("cli.option_report_chart"), "NAME");
  command.flag("--force", options->force, context.text("cli.option_force"));
  command.action([&context, options] { write_report(*options, context); });
}

}  // namespace wgf::cli
