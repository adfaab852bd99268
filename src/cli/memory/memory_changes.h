// SPDX-License-Identifier: MIT
#pragma once
// Changes that estimate-memory advises, read as their own options are, so that what is advised is
// accepted together with the options that were given and takes what is said.

#include "cli/memory/memory_request.h"

namespace wgf::cli {

// Makes `flip` the case that the given options and its own mean; false where they are refused.
bool read_as_typed(advisor::Flip& flip, const MemoryRequest& request, MemoryOptions options);

}  // namespace wgf::cli
