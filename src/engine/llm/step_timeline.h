// SPDX-License-Identifier: MIT
#pragma once
// A recorded step of a decoder, launch by launch: which part of which layer each is, and what that
// part has to read and compute (docs/method/llm.md).

#include <optional>
#include <string>
#include <vector>

#include "engine/llm/llm_work.h"
#include "engine/profile/trace.h"
#include "results/timeline.h"

namespace wgf::engine {

// Work of the device; on a CPU an operation that no other one called.
struct PartLaunch {
  std::string name;
  TraceSpan span;
  std::optional<PartPlace> place;
};

// In the order they began. Places are known of what was launched one by one, not of a graph's.
std::vector<PartLaunch> launches_of(const Trace& trace);

// Gives each launch of a graph the place of the same one among those launched one by one: both are
// in one order, where names differ some were launched only once.
void take_places(std::vector<PartLaunch>& launches, const std::vector<PartLaunch>& one_by_one);

// Of so many recorded steps alike the launches of the one with the median time to the next; nothing
// where they are not alike, or none was recorded.
struct RecordedStep {
  std::vector<PartLaunch> launches;
  std::int64_t period_ns = 0;
};
std::optional<RecordedStep> middle_step(std::vector<PartLaunch> launches, std::int64_t steps);

// The work of a part is said of its longest launch.
results::Timeline timeline_of(std::string phase, const RecordedStep& step, const PartWorks& works);

}  // namespace wgf::engine
