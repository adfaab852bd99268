// SPDX-License-Identifier: MIT
#pragma once
// Changes that an answer advises, made as whoever asks would make them: together with all else that
// was said, so that what is advised is accepted and takes what is said.

#include "answers/network/memory_request.h"

namespace wgf::answers {

// Says the change; false: nothing says so, the change is one of the user's program (the loss in
// chunks). Throws std::logic_error for a change that is not known here.
bool take_change(const advisor::Flip& flip, AskedCase& asked);

// Makes `flip` the case that is meant with the change; false where they do not go together.
bool complete_change(advisor::Flip& flip, const MemoryRequest& request);

}  // namespace wgf::answers
