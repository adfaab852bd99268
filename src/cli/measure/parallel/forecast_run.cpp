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

namespace wgf::cli {

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
  if (std::none_of(run.results.begin(), run.results.end(), [](const results::Result& result) {
        return result.status == results::Status::ok;
      }))
    throw Error(
        run.results.empty() ? Message{"tasks.parallel_nothing", {}} : *run.results.front().reason,
        ExitCode::not_supported);
  report::ReportInput input{.runs = {&run, 1}, .language = context.language};
  input.width = printed_width();
  print(report::report_format(context.json ? "json" : "txt").write(input));
}

}  // namespace wgf::cli
