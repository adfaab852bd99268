// SPDX-License-Identifier: MIT
#pragma once
// What profiling adds to a case of llm after its speed was measured without: where one prompt and
// one token spend their time.

#include "engine/benchmarks/llm_steps.h"

namespace wgf::engine {

// Parameter "profiled_steps"; without it nothing is done. A phase that the profiler cannot tell
// launch by launch is left out, with a warning.
void add_timelines(results::Result& result, const LlmSettings& settings, Decoder& decoder,
                   c10::Device device);

}  // namespace wgf::engine
