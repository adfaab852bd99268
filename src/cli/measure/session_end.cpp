// SPDX-License-Identifier: MIT
#include "cli/measure/session_end.h"

#include <algorithm>

#include "cli/measure/session_files.h"
#include "runner/resume_command.h"

namespace wgf::cli {
namespace {

using report::Output;
using results::Result;
using results::Run;
using results::Status;

// Statuses that mean something went wrong, as opposed to an answer ("does not fit", "cannot").
bool is_fault(Status status) {
  return status == Status::timeout || status == Status::crashed || status == Status::failed ||
         status == Status::invalid;
}

std::size_t count_if(const Run& run, bool (*predicate)(Status)) {
  return static_cast<std::size_t>(
      std::count_if(run.results.begin(), run.results.end(),
                    [&](const Result& result) { return predicate(result.status); }));
}

std::string first_reason(const Run& run, const Context& context, bool (*predicate)(Status)) {
  for (const Result& result : run.results)
    if (predicate(result.status) && result.reason) return context.text(*result.reason);
  return "-";
}

// What a run that was stopped left, and how it goes on.
Error stopped(const Session& session, const Run& run, const std::filesystem::path& file) {
  const std::size_t done = count_ok(run);
  const bool goes_on = runner::can_go_on(session.task) && !file.empty();
  const char* key = done == 0      ? (goes_on ? "cli.partial_nothing_yet" : "cli.partial_nothing")
                    : file.empty() ? "cli.partial_no_file"
                    : goes_on      ? "cli.partial"
                                   : "cli.partial_kept";
  return Error({key,
                {{"done", std::to_string(done)},
                 {"total", std::to_string(results::planned_cases(run))},
                 {"file", file.string()},
                 {"command", runner::resume_command(run, file)}}});
}

}  // namespace

std::size_t count_ok(const Run& run) {
  return count_if(run, [](Status status) { return status == Status::ok; });
}

void throw_unless_complete(const Session& session, const Run& run, bool is_stopped,
                           const std::vector<Output>& outputs, const Context& context) {
  if (is_stopped) throw stopped(session, run, journalled_file(outputs));
  const std::string total = std::to_string(results::planned_cases(run));
  if (const std::size_t faults = count_if(run, is_fault); faults > 0)
    throw Error({"cli.cases_failed",
                 {{"count", std::to_string(faults)},
                  {"total", total},
                  {"reason", first_reason(run, context, is_fault)}}});
  if (count_ok(run) > 0 || run.results.empty()) return;
  const auto is_unsupported = [](Status status) { return status == Status::unsupported; };
  const auto any = [](Status) { return true; };
  const bool all_unsupported = count_if(run, is_unsupported) == run.results.size();
  throw Error(
      {"cli.nothing_measured", {{"total", total}, {"reason", first_reason(run, context, any)}}},
      all_unsupported ? ExitCode::not_supported : ExitCode::error);
}

}  // namespace wgf::cli
