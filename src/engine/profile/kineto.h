// SPDX-License-Identifier: MIT
#pragma once
// LibTorch's own profiler (Kineto, on NVIDIA over CUPTI) around some steps.

#include <c10/core/Device.h>

#include <filesystem>

#include "engine/measure/step_work.h"
#include "engine/profile/trace.h"

namespace wgf::engine {

// Names in the trace: what waits for a batch marks itself with the first; each step is called by
// the second and its number, as PyTorch's profiler calls it and TensorBoard looks for it.
inline constexpr const char* waiting_mark = "next batch";
inline constexpr const char* step_mark = "ProfilerStep#";

// Runs a step to start the profiler, then so many that are recorded, and saves these in the file in
// Chrome's format (empty: nowhere). Throws CaseEnded(failed) where the file cannot be written. On a
// GPU without activities the profiler could not see it: its permission is missing, or another
// profiler holds it.
Trace record_steps(StepWork& work, c10::Device device, std::int64_t steps,
                   const std::filesystem::path& trace_file);

}  // namespace wgf::engine
