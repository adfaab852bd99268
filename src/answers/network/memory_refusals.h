// SPDX-License-Identifier: MIT
#pragma once
// Options that would only seem to have been heeded. Each throws Error(usage) with the option.

#include <string>

#include "answers/network/memory_request.h"

namespace wgf::answers {

// What says nothing of the task.
void refuse_of_other_tasks(const AskedCase& asked, advisor::Task task);
// A shape beside --model or --config, which have their own.
void refuse_shape(const MemoryOptions& options);
// A network of which only totals are known has nothing to lay out.
void refuse_of_layers(const AskedCase& asked, const std::string& name);

// Sharding that pipelines of this software do not have, by the option that asks for it.
void refuse_sharded_pipeline(const advisor::MemoryCase& one, advisor::Software software,
                             int stages);

}  // namespace wgf::answers
