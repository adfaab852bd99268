// SPDX-License-Identifier: MIT
#pragma once
// The links between GPUs as matrices, a row for the GPU a copy comes from and a column for the one
// it goes to: the bandwidth of each direction and size, and the latency.

#include <string>
#include <vector>

#include "messages/message_table.h"
#include "report/tasks/task_section.h"
#include "results/result.h"

namespace wgf::report {

// None where fewer than two pairs were measured.
std::vector<TitledTable> link_matrices(const results::Run& run, messages::Language language);

// Of comm --pairs, among ranks: the time of the smallest size, the bandwidth of each larger one.
// None where no pair was measured.
std::vector<TitledTable> rank_matrices(const results::Run& run, messages::Language language);
// Names the pairs that reach less than three quarters of all pairs' median at the largest size; a
// sentence each, or that there is none.
std::vector<std::string> slow_pairs(const results::Run& run, messages::Language language);

}  // namespace wgf::report
