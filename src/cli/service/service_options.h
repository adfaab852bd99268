// SPDX-License-Identifier: MIT
#pragma once
// The options of predict --task serve.

#include <string>

#include "answers/service/service_request.h"
#include "cli/command.h"

namespace wgf::cli {

void add_service_options(Command& command, answers::ServiceOptions& options, Context& context);

}  // namespace wgf::cli
