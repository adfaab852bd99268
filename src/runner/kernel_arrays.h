// SPDX-License-Identifier: MIT
#pragma once
// The least that the arrays of a kernel take on its device, from its parameters alone.

#include <optional>
#include <string>

#include "base/units.h"
#include "results/case.h"

namespace wgf::runner {

// Nothing for other work than kernels.
std::optional<Bytes> kernel_arrays(const results::Case& value);
// The options that make them smaller: "--rows, --columns".
std::string kernel_size_options(const results::Case& value);

}  // namespace wgf::runner
