// SPDX-License-Identifier: MIT
#pragma once
// What profiling adds to the result of a training case, after its speed was measured without.

#include <c10/core/Device.h>

#include "engine/measure/step_work.h"
#include "results/result.h"

namespace wgf::engine {

// Parameter "profiled_steps" of the case; without it nothing is done. The trace goes to the file
// that results::trace_file_variable of the environment names.
void add_profile(results::Result& result, StepWork& work, c10::Device device);

}  // namespace wgf::engine
