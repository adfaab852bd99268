// SPDX-License-Identifier: MIT
#pragma once
// How a run that was ended goes on: the command that its file names.

#include <filesystem>
#include <string>
#include <string_view>

#include "results/result.h"

namespace wgf::runner {

// Whether a command of this task takes --resume: compile_test compiles graphs that went with the
// engine of the earlier run.
bool can_go_on(std::string_view task);

// "run --resume FILE"; of a task the command as it was typed, with --resume FILE. Results go on in
// that file: where the command named others, they are left out, and --force with them.
std::string resume_command(const results::Run& earlier, const std::filesystem::path& file);

// What measures a file's cases where none has a result: its own command, which goes on with the
// file where it can; empty: the file names none.
std::string command_for_empty(const results::Run& run, const std::filesystem::path& file);

}  // namespace wgf::runner
