// SPDX-License-Identifier: MIT
#pragma once
// Reading memory and nothing else, as a step: the limit of whatever reads weights.

#include <memory>

#include "base/units.h"
#include "engine/measure/step_work.h"

namespace wgf::engine {

// By a kernel of ours where the device runs those, else by a sum of LibTorch's.
std::unique_ptr<StepWork> make_read_work(c10::Device device, Bytes size);

}  // namespace wgf::engine
