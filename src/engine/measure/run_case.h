// SPDX-License-Identifier: MIT
#pragma once
// Runs one case; whatever goes wrong becomes a Result with a status and a reason.

#include "engine/measure/benchmark.h"
#include "results/result.h"

namespace wgf::engine {

// Reason code of an error after which the device is unusable in this process: the runner starts a
// fresh engine.
inline constexpr const char* device_error_key = "engine.device_error";

// The benchmark that the case names, among those of the list.
results::Result run_case(const Benchmarks& benchmarks, const results::Case& value,
                         const Context& context);

}  // namespace wgf::engine
