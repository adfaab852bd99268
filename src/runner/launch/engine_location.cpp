// SPDX-License-Identifier: MIT
#include "runner/launch/engine_location.h"

#include <unistd.h>

#include <cstdlib>

#include "base/error.h"
#include "base/text.h"

namespace wgf::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* engine_name = "torch-gpu-benchmark-engine";

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

// The folders "lib" one and two levels below: nvidia/cudnn/lib, nvidia/cu13/lib, nvidia/a/b/lib.
void append_library_folders(const fs::path& root, int levels, std::vector<std::string>& folders) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(root, ignored)) {
    if (!entry.is_directory(ignored)) continue;
    if (const fs::path library = entry.path() / "lib"; fs::is_directory(library, ignored))
      folders.push_back(library.string());
    if (levels > 1) append_library_folders(entry.path(), levels - 1, folders);
  }
}

}  // namespace

fs::path find_engine(const fs::path& own_program) {
  const std::string named = environment_value("WGF_ENGINE_PATH");
  if (!named.empty()) {
    if (is_program(named)) return named;
    throw Error({"runner.engine_path_wrong", {{"path", named}}}, ExitCode::not_supported);
  }
  const fs::path folder = own_program.parent_path();
  for (const fs::path& candidate :
       {folder / engine_name, folder / ".." / "libexec" / "torch-gpu-benchmark" / engine_name})
    if (is_program(candidate)) return candidate.lexically_normal();
  throw Error({"runner.no_engine", {{"folder", folder.string()}}}, ExitCode::not_supported);
}

fs::path find_engine() {
  std::error_code ignored;
  return find_engine(fs::read_symlink("/proc/self/exe", ignored));
}

std::vector<std::pair<std::string, std::string>> engine_environment() {
  std::vector<std::pair<std::string, std::string>> variables;
  if (environment_value("CUDA_DEVICE_ORDER").empty())
    variables.emplace_back("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
  const std::string torch = environment_value("WGF_TORCH_DIR");
  if (torch.empty()) return variables;
  std::vector<std::string> folders{(fs::path(torch) / "lib").string()};
  append_library_folders(fs::path(torch) / ".." / "nvidia", 2, folders);
  const std::string before = environment_value("LD_LIBRARY_PATH");
  if (!before.empty()) folders.push_back(before);
  variables.emplace_back("LD_LIBRARY_PATH", join(folders, ":"));
  return variables;
}

}  // namespace wgf::runner
