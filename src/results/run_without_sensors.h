// SPDX-License-Identifier: MIT
#pragma once
// A results file as far as a comparison needs it.

#include <string>
#include <string_view>

#include "results/result.h"

namespace wgf::results {

// The run without its sensor readings, a fifth of a file: they are passed over unread. Faults are
// those of parse_run(), with their places in the whole text.
Run parse_run_without_sensors(std::string_view text, const std::string& file_name);

}  // namespace wgf::results
