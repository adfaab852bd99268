// SPDX-License-Identifier: MIT
#pragma once
// The limits of MLPerf Inference's server scenarios (P99 of TTFT and TPOT), by the names of their
// models.

#include <optional>
#include <string>
#include <vector>

#include "load/load_result.h"

namespace wgf::cli {

// "mlperf:llama2-70b", alone; nothing: it is no preset. Throws Error(usage) for one that is not
// there.
std::optional<load::Limits> preset_limits(const std::vector<std::string>& typed);

}  // namespace wgf::cli
