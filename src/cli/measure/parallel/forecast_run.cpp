// SPDX-License-Identifier: MIT
#include "cli/measure/parallel/forecast_run.h"

#include <algorithm>

#include "base/error.h"
#include "base/shell_words.h"
#include "base/utc.h"
#include "catalog/name_resolver.h"
#include "cli/surroundings.h"
#include "cli/terminal.h"
#include "report/formats/report_format.h"
#include "report/result_table.h"

namespace wgf::cli {

namespace {

void print_report(const results::Run& run, const Context& context) {
  report::ReportInput input{.runs = {&run, 1}, .language = context.language};
  input.width = printed_width();
  print(report::report_format(context.json ? "json" : "txt").write(input));
}

}  // namespace

std::string typed_card(const std::string& typed, const Context& context) {
  const auto catalog = asked_catalog(context);
  const catalog::GpuChoice choice = catalog::one_gpu(catalog->gpus(), typed);
  if (choice.note) print_note(*choice.note, context);
  return choice.gpu->id;
}

void print_forecast_run(results::Run run, std::string task, const Context& context) {
  run.started_at = now_utc();
  run.command = shell_command(context.arguments);
  run.task = std::move(task);
  if (run.results.empty()) throw Error({"tasks.parallel_nothing", {}}, ExitCode::not_supported);
  const auto has = [&](results::Status status) {
    return std::any_of(run.results.begin(), run.results.end(),
                       [&](const results::Result& result) { return result.status == status; });
  };
  const bool has_numbers = has(results::Status::ok);
  // How much memory would be needed is told where that is the reason.
  if (has_numbers || has(results::Status::skipped)) print_report(run, context);
  if (has_numbers) return;
  const results::Result& first = run.results.front();
  throw Error({"tasks.parallel_no_row",
               {{"total", std::to_string(run.results.size())},
                {"case", report::case_label(first.measured_case)},
                {"reason", context.text(*first.reason)}}},
              ExitCode::not_supported);
}

}  // namespace wgf::cli
