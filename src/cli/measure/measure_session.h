// SPDX-License-Identifier: MIT
#pragma once
// What run, quick and the tasks share: outputs checked, engine started, device chosen, plan
// measured, results printed and written, exit code set.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.h"
#include "catalog/catalog.h"
#include "cli/measure/run_options.h"
#include "report/formats/report_format.h"
#include "results/case.h"
#include "results/result.h"
#include "runner/default_work.h"
#include "runner/machine.h"

namespace wgf::cli {

struct Session {
  RunCommandLine line;
  std::string preset;                      // of quick; empty for run
  std::vector<std::string> default_files;  // written where neither -o nor -f says otherwise
  // Throws Error(usage) for what can be seen wrong before an engine is started.
  std::function<void(const catalog::ModelCatalog& models)> check;
  std::function<std::vector<results::Case>(std::string_view device,
                                           const catalog::ModelCatalog& models)>
      make_cases;

  // In place of make_cases where the device's free memory decides what is measured. May be null.
  std::function<std::vector<results::Case>(const runner::DeviceState& state,
                                           const catalog::ModelCatalog& models)>
      make_fitting_cases;

  // On a CPU defaults are lowered to about a minute: time of each case, the work of networks that
  // defaults chose, sizes of kernels, and what lower_on_cpu lowers itself and names as options.
  bool is_lowered_on_cpu = false;
  std::optional<runner::OpenWork> open_work;
  bool are_sizes_default = false;
  std::function<std::vector<std::string>(std::vector<results::Case>& plan)> lower_on_cpu;

  std::vector<Message> notes;       // said before anything is measured
  std::string task;                 // of a task: "max_batch"; empty for run and quick
  std::vector<std::string> charts;  // in its pictures; empty: all
  bool is_of_ranks = false;         // of which, started elsewhere, rank 0 prints and writes
  bool leaves_out_beyond = false;   // cases of more GPUs than are here; else they are refused
  bool is_printed = true;           // the table
  bool tells_ignored = true;        // options that the networks among its models have no use for
  bool tells_each_case = false;     // a line as each ends, as --verbose has
  // Unless --time-budget says another. A CPU takes the time that it needs.
  std::optional<Seconds> budget_of_gpu;
  std::vector<const report::ReportFormat*> printed;  // in place of the table
  std::string table_option;           // that was given and adds to the table: needs one
  std::optional<Bytes> memory_limit;  // of the engine's process, on a CPU
  std::vector<std::pair<std::string, std::string>> engine_environment;  // on top of ours
  // What else to measure, and what is known of the results beyond the measured. May be null.
  std::function<std::optional<results::Case>(const results::Run& run,
                                             const runner::DeviceState& state,
                                             const std::function<bool()>& is_interrupted)>
      next_case;
  std::function<void(results::Run& run, const runner::DeviceState& state,
                     const catalog::ModelCatalog& models)>
      complete;
  // What else is printed of the run, whether or not all its cases gave an answer. May be null.
  std::function<void(const results::Run& run)> print_more;
};

void measure(const Session& session, Context& context);

}  // namespace wgf::cli
