// SPDX-License-Identifier: MIT
#include "cli/user_folder.h"

#include <cstdlib>

#include "base/error.h"

namespace wgf::cli {

std::filesystem::path user_folder(const std::string& name) {
  namespace fs = std::filesystem;
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data != nullptr && *data != '\0') return fs::path(data) / "torch-gpu-benchmark" / name;
  if (home == nullptr || *home == '\0') throw Error({"baseline.no_folder", {}}, ExitCode::usage);
  return fs::path(home) / ".local" / "share" / "torch-gpu-benchmark" / name;
}

}  // namespace wgf::cli
