// SPDX-License-Identifier: MIT
#pragma once
// What was said of the stops of a run.

#include <optional>

#include "answers/training/predict_options.h"
#include "base/units.h"

namespace wgf::answers {

struct GoodputSettings {
  std::optional<Hours> gpu_hours;  // between stops, as the user knows them
  std::optional<Seconds> checkpoint, interval, restart;
  bool is_spot = false;
};

// Throws Error(usage) for what is no time, and for options without --goodput.
GoodputSettings parse_goodput(const GoodputOptions& options);

}  // namespace wgf::answers
