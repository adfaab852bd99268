// SPDX-License-Identifier: MIT
#pragma once
// What a token would take without one of its costs: each measured as the answer is, none of them a
// decode.

#include "engine/benchmarks/llm_steps.h"

namespace wgf::engine {

// Of a case that is profiled, after its answer was measured: times of steps launched one by one,
// without norms and choice, and with fewer bytes of weights, as phases of their own that have no
// other metrics. What a decoder or the memory cannot do is left out.
void add_changes(results::Result& result, const LlmSettings& settings, const LoadedDecoder& loaded,
                 c10::Device device, const Context& context);

}  // namespace wgf::engine
