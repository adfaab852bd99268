// SPDX-License-Identifier: MIT
#pragma once
// One side of a compared case: its engine processes with their samples, and those that have none.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/comparison.h"
#include "results/comparison_statistics.h"

namespace wgf::results {

struct Side {
  ComparedSide shown;
  std::string metric;                     // the time its samples are of
  Center center = Center::median;         // of the samples of a process
  std::vector<ProcessSummary> processes;  // of those with samples
  std::vector<const Result*> used;        // where these samples stand
  std::map<Status, std::size_t> lost;     // processes without samples, by what ended them
  std::optional<Message> fault;           // why nothing of it is used; without the side's name
};

// Results of one case in one run, at least one. metric: tag of the wanted time; empty: step_time,
// else latency, else that of an answer's step, else that of a prompt, else that of a request.
Side make_side(const ResultPointers& results, const std::string& metric);

}  // namespace wgf::results
