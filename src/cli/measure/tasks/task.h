// SPDX-License-Identifier: MIT
#pragma once
// What the tasks share: commands that answer one everyday question by a plan of training cases,
// each in an engine process of its own. What they say of the results stands in report/tasks.

#include <string>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "cli/measure/measure_session.h"

namespace wgf::cli {

struct Task {
  const char* name;     // in results: "max_batch", and of the files but for their suffix
  const char* picture;  // "batch_size_memory_usage.png"
  std::vector<std::string> charts;
};

// Session of the command line: training, one process for each case, results in NAME.json and
// NAME.csv and the picture, which is left out with a note where none can be drawn.
Session task_session(const Task& task, RunCommandLine line);

// Names as typed, or the fallback; throws Error(usage) for model files, which cannot be trained.
std::vector<std::string> task_models(const std::string& typed, const std::string& fallback);
// The same where one model is wanted.
std::vector<std::string> task_model(const std::string& typed, const std::string& fallback);

// A whole number as typed, or the fallback.
std::int64_t count_or(const std::string& option, const std::string& typed, std::int64_t minimum,
                      std::int64_t fallback);

// The same of a time.
Seconds time_or(const std::string& option, const std::string& typed, Seconds fallback);

// Of "files.cannot_write": which option names another place.
Error unwritable(Message fault, const std::string& option);

// The one case the options mean. Throws Error(usage) where they mean several.
results::Case only_case(const runner::RunOptions& options, std::string_view device,
                        const catalog::ModelCatalog& models);

}  // namespace wgf::cli
