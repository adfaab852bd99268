// SPDX-License-Identifier: MIT
#pragma once
// How the programs of this folder begin and end.

#include <fmt/format.h>

#include <exception>
#include <string>
#include <vector>

namespace wgf::truth::fit {

// Exit code: that of `run`, 1 with a line where it throws, 2 with the usage for fewer arguments
// than `fewest`. The usage begins with the program's name.
template <typename Run>
int run_program(int argc, char** argv, std::size_t fewest, const std::string& usage, Run run) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < fewest) {
    fmt::print(stderr, "usage: {}\n", usage);
    return 2;
  }
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", usage.substr(0, usage.find(' ')), error.what());
    return 1;
  }
}

}  // namespace wgf::truth::fit
