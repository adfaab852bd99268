// SPDX-License-Identifier: MIT
#pragma once
// What a token would take without one of its costs (docs/method/llm.md).

#include <optional>
#include <vector>

#include "base/statistics.h"
#include "messages/message_table.h"
#include "report/titled_table.h"
#include "results/result.h"

namespace wgf::report {

struct LlmChange {
  const char* name = nullptr;        // message
  double step_ms = 0;                // median
  double gain = 0;                   // more tokens a second than as measured: 0.1 is a tenth more
  std::optional<Interval> interval;  // of the gain, 95 %; nothing of what was not timed
  double bytes_share = 1;            // of the bytes a step reads as measured
};

// Of a result that was profiled, as measured first; empty of any other.
std::vector<LlmChange> llm_changes(const results::Result& result);

// A table for each result that has them.
std::vector<TitledTable> change_tables(const results::Run& run, messages::Language language);

}  // namespace wgf::report
