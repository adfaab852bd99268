// SPDX-License-Identifier: MIT
#pragma once
// What a task (max-batch, compare-models, optimizers, workers, profile) says of its results: a
// table of its own instead of the usual one, and the advice that follows from the numbers.

#include <optional>
#include <string>
#include <vector>

#include "messages/message_table.h"
#include "report/titled_table.h"
#include "results/result.h"

namespace wgf::report {

struct TaskSection {
  Table table;
  std::vector<TitledTable> more;
  std::vector<std::string> advice;  // sentences
};

// Nothing for the runs of other commands.
std::optional<TaskSection> task_section(const results::Run& run, messages::Language language);

// Reasons and warnings of the results, each said once: "b1024: out of memory …".
std::vector<std::string> task_notes(const results::Run& run, messages::Language language);

}  // namespace wgf::report
