// SPDX-License-Identifier: MIT
#pragma once
// The options of tco.

#include <string>

#include "answers/own/tco_request.h"
#include "cli/command.h"

namespace wgf::cli {

// Declares them.
void add_tco_options(Command& command, answers::TcoOptions& options, Context& context);

}  // namespace wgf::cli
