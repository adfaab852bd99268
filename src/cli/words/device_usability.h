// SPDX-License-Identifier: MIT
#pragma once
// Whether the LibTorch of this installation can use a GPU, as far as it can be told without
// starting it.

#include <string_view>

#include "base/message.h"
#include "hardware/gpu.h"
#include "results/parameters.h"

namespace wgf::cli {

enum class Usability { yes, no, unknown };
std::string_view to_text(Usability usability);

struct UsabilityVerdict {
  Usability usability = Usability::unknown;
  Message reason;  // key empty where it is usable
};

// engine: facts as runner::engine_facts gives them; empty without an engine.
UsabilityVerdict gpu_usability(const hardware::GpuInfo& gpu, const results::Parameters& engine);

}  // namespace wgf::cli
