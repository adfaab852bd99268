// SPDX-License-Identifier: MIT
#pragma once
// What is added to a result after it was measured, once: a file may be completed again.

#include <string_view>

#include "results/result.h"

namespace wgf::results {

// Where the result has no metric of that tag, no warning of that key.
void add_missing_metric(Result& result, std::string_view tag, double value);
void add_missing_warning(Result& result, Message warning);

}  // namespace wgf::results
