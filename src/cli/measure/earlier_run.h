// SPDX-License-Identifier: MIT
#pragma once
// --resume: what an earlier run planned, and which of its results this one takes.

#include <vector>

#include "cli/measure/run_options.h"
#include "report/formats/output.h"
#include "runner/runner.h"

namespace wgf::cli {

// The run of --resume, empty without it. Its plan counts, and is put into the header, unless this
// command names its own work; options that only a fresh plan could follow are refused then.
results::Run load_earlier(const RunCommandLine& line, results::Run& header);

// Results of another machine, build, seed or rule would pass for this run's: they are left out,
// said so, and never lost.
void take_known(const RunCommandLine& line, const results::Run& earlier, runner::Machine& machine,
                runner::RunRequest& request, const std::vector<report::Output>& outputs,
                const Context& context);

// Cases that the earlier run planned and never finished stay in the plan of a run that named other
// work: how many. The run is partial then.
std::size_t keep_missing(const results::Run& earlier, results::Run& run);

}  // namespace wgf::cli
