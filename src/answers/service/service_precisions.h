// SPDX-License-Identifier: MIT
#pragma once
// The number formats that a service is asked in, or has by its checkpoint.

#include <string>
#include <vector>

#include "answers/service/service_request.h"

namespace wgf::answers {

// The format in which the checkpoint stores its weights, where none is asked for. What a checkpoint
// that stays as it was published is served in instead, which is said where something else was asked
// for. Throws Error(usage).
void take_precisions(ServiceRequest& request, const std::vector<std::string>& typed);

}  // namespace wgf::answers
