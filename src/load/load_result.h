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

results::Case load_case(const LoadPlan& plan, const Limits& limits);
results::Result load_result(const LoadPlan& plan, const Limits& limits, const LoadRecord& record,
                            const Certificate& certificate);

}  // namespace wgf::load
