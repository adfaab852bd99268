// SPDX-License-Identifier: MIT
#pragma once
// The options that say which network is asked about and how it is run.

#include <string>

#include "answers/network/memory_options.h"
#include "cli/command.h"

namespace wgf::cli {

// Declares them; or those alone that say which network.
void add_memory_options(Command& command, answers::MemoryOptions& options, Context& context);
void add_network_options(Command& command, answers::MemoryOptions& options, Context& context);

}  // namespace wgf::cli
