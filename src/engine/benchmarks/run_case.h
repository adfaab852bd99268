// SPDX-License-Identifier: MIT
#pragma once
// Runs one case; whatever goes wrong becomes a Result with a status and a reason.

#include "engine/benchmarks/benchmark.h"
#include "results/result.h"

namespace wgf::engine {

// Reason code of an error after which the device is unusable in this process: the runner starts a
// fresh engine.
inline constexpr const char* device_error_key = "engine.device_error";

results::Result run_case(const results::Case& value, const Context& context);

}  // namespace wgf::engine
