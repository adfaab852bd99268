// SPDX-License-Identifier: MIT
#pragma once
// The figures of a load as the record every report reads. Definitions: docs/method/serve-test.md.

#include <optional>

#include "load/certify.h"
#include "load/run_load.h"
#include "results/result.h"

namespace wgf::load {

// What an answer must keep to be good.
struct Limits {
  std::optional<double> ttft_ms, tpot_ms;

  bool is_given() const { return ttft_ms || tpot_ms; }
};

// From when the first measured request was due to the end of the last: metric measured_time.
struct MeasuredSpan {
  Time begin{}, end{};
};
// Nothing where none has ended.
std::optional<MeasuredSpan> measured_span(const LoadRecord& record);

results::Case load_case(const LoadPlan& plan, const Limits& limits);
results::Result load_result(const LoadPlan& plan, const Limits& limits, const LoadRecord& record,
                            const Certificate& certificate);

}  // namespace wgf::load
