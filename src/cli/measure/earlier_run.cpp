// SPDX-License-Identifier: MIT
#include "cli/measure/earlier_run.h"

#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "cli/measure/session_files.h"
#include "cli/typed_words.h"
#include "runner/earlier_results.h"
#include "runner/journal.h"
#include "runner/resume_command.h"

namespace wgf::cli {

using report::Output;
using results::Run;

namespace {

// Which case of a task follows, and its limits, are not in a plan: only its own command knows.
void check_task(const RunCommandLine& line, const Run& earlier, const std::string& task) {
  const std::string file = line.resume.string();
  if (!runner::can_go_on(task))
    throw Error({"cli.resume_anew", {{"file", file}, {"task", typed_name(task)}}}, ExitCode::usage);
  const bool is_free = task.empty() && line.names_work;
  if (earlier.task.empty() || earlier.task == task || is_free) return;
  if (!runner::can_go_on(earlier.task))
    throw Error({"cli.resume_anew", {{"file", file}, {"task", typed_name(earlier.task)}}},
                ExitCode::usage);
  throw Error({"cli.resume_task",
               {{"file", file},
                {"task", typed_name(earlier.task)},
                {"command", runner::resume_command(earlier, line.resume)}}},
              ExitCode::usage);
}

}  // namespace

Run load_earlier(const RunCommandLine& line, Run& header) {
  if (line.resume.empty()) return {};
  Run earlier = runner::load_for_resume(line.resume);
  // Most of the numbers are from then; the file says when and how it was begun.
  header.started_at = earlier.started_at;
  header.command = earlier.command;
  check_task(line, earlier, header.task);
  if (!line.names_work && !earlier.plan.empty()) {
    if (const std::string option = option_without_work(line); !option.empty())
      throw Error({"cli.resume_needs_work", {{"option", option}, {"file", line.resume.string()}}},
                  ExitCode::usage);
    header.plan = earlier.plan;
    header.preset = earlier.preset;
    header.task = earlier.task;
    runner::apply_to_plan(line.options, header.plan);
  }
  return earlier;
}

void take_known(const RunCommandLine& line, const Run& earlier, runner::Machine& machine,
                runner::RunRequest& request, const std::vector<Output>& outputs,
                const Context& context) {
  runner::EarlierResults sorted = runner::sort_earlier_results(earlier, request.header, machine);
  request.known = std::move(sorted.known);
  if (sorted.left_out == 0) return;
  request.leaves_out_earlier = true;
  const std::filesystem::path& file = line.resume;
  const bool is_replaced = report::is_written_over(file, outputs);
  const std::filesystem::path kept =
      is_replaced ? keep_earlier_run(earlier, file, context.language) : file;
  if (is_replaced) runner::remove_journal(file);  // kept with the file
  const Message warning{"runner.earlier_left_out",
                        {{"count", std::to_string(sorted.left_out)},
                         {"total", std::to_string(earlier.results.size())},
                         {"file", file.string()},
                         {"differences", join(sorted.differences, ", ")},
                         {"kept", kept.string()}}};
  std::fputs((context.text(warning) + "\n").c_str(), stderr);
}

std::size_t keep_missing(const Run& earlier, Run& run) {
  std::set<std::string> known;
  for (const results::Case& value : run.plan) known.insert(value.key());
  for (const Run* measured : {&earlier, &std::as_const(run)})
    for (const results::Result& result : measured->results)
      if (result.status != results::Status::interrupted)
        known.insert({result.measured_case.key(), result.measured_case.key_without_precision()});
  std::size_t missing = 0;
  for (const results::Case& value : earlier.plan) {
    if (known.contains(value.key())) continue;
    run.plan.push_back(value);
    ++missing;
  }
  if (missing > 0) run.partial = true;
  return missing;
}

}  // namespace wgf::cli
