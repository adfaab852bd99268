// SPDX-License-Identifier: MIT
#pragma once
// What this program's own engine takes of a GPU for a network it has run before: states counted,
// everything beyond them a line over the batch size through two measurements.
// docs/method/memory.md.

#include <optional>
#include <string_view>

#include "advisor/memory/estimate.h"

namespace wgf::advisor {

// Bytes beyond the states at the peak of a step of `batch` samples. Fixed is below zero where
// gradients do not exist yet when activations peak.
struct EngineLine {
  double fixed = 0, per_sample = 0;
  double at(double batch) const;  // never less than the workspace of matrix products
};

// Of a network by its name in the engine, at the default input (224 pixels, 128 tokens), eager.
// Nothing: never measured; tf32 is measured as fp32, fp16 as bf16.
std::optional<EngineLine> engine_line(std::string_view network, Task task, Precision precision);

// params: of the network. The states: float32 parameters, with training their gradients and the
// optimizer's numbers.
MemoryEstimate estimate_engine_memory(double params, const EngineLine& line, const MemoryCase& one);

}  // namespace wgf::advisor
