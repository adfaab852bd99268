// SPDX-License-Identifier: MIT
#pragma once
// Changes that estimate-memory advises, read as their own options are, so that what is advised is
// accepted together with the options that were given and takes what is said.

#include "answers/network/memory_request.h"

namespace wgf::answers {

// Types the change as its option; false: none says so, the change is one of the user's program (the
// loss in chunks). Throws std::logic_error for a change that is not known here.
bool type_change(const advisor::Flip& flip, MemoryOptions& options);

// Makes `flip` the case that the given options and its own mean; false where they are refused.
bool read_as_typed(advisor::Flip& flip, const MemoryRequest& request, MemoryOptions options);

}  // namespace wgf::answers
