// SPDX-License-Identifier: MIT
#pragma once
// A results file as far as a comparison needs it.

#include <string>
#include <string_view>

#include "results/result.h"

namespace wgf::results {

// The run without its time series (sensor readings, when each step began, what each request took),
// a quarter of a file: they are passed over unread. Faults are those of parse_run(), with their
// places in the text.
Run parse_compared_run(std::string_view text, const std::string& file_name);

}  // namespace wgf::results
