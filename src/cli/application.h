// SPDX-License-Identifier: MIT
#pragma once
// The program around the commands: global options, parsing, errors in the user's words, exit code.

#include <span>

#include "cli/command.h"

namespace wgf::cli {

// Runs the command the arguments name; returns the exit code of the process.
int run_application(std::span<const char* const> arguments, std::span<const AddCommand> commands);

}  // namespace wgf::cli
