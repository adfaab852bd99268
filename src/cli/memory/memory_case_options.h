// SPDX-License-Identifier: MIT
#pragma once
// What the options of a memory estimate say of the case, whatever the network.

#include "advisor/memory/memory_case.h"
#include "cli/memory/memory_options.h"

namespace wgf::cli {

// Throws Error(usage) for values that cannot be and options that are not of the task.
advisor::MemoryCase parse_memory_case(const MemoryOptions& options);

}  // namespace wgf::cli
