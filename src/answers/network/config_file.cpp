// SPDX-License-Identifier: MIT
#include "answers/network/config_file.h"

#include <filesystem>

#include "base/error.h"
#include "base/files.h"

namespace wgf::answers {

ConfigFile read_config_file(const std::string& typed) {
  if (typed == "-") return {"-", read_file("/dev/stdin")};
  std::error_code ignored;
  if (!std::filesystem::is_directory(typed, ignored)) return {typed, read_file(typed)};
  const std::filesystem::path inside = std::filesystem::path(typed) / "config.json";
  if (!std::filesystem::exists(inside, ignored))
    throw Error({"footprint.no_config_inside", {{"folder", typed}}}, ExitCode::usage);
  return {inside.string(), read_file(inside)};
}

}  // namespace wgf::answers
