// SPDX-License-Identifier: MIT
#include "checkpoints/folder_list.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace wgf::checkpoints {

// A line each: fingerprint, blank, path.
std::string folder_list(const std::vector<ListedFolder>& folders) {
  std::string list;
  for (const ListedFolder& one : folders)
    list += one.fingerprint + " " + one.folder.string() + "\n";
  return list;
}

std::filesystem::path listed_folder(const std::string& fingerprint) {
  const char* variable = std::getenv(folders_variable);
  std::string_view list = variable == nullptr ? "" : variable;
  while (!list.empty()) {
    const std::string_view line = list.substr(0, list.find('\n'));
    if (line.starts_with(fingerprint + " ")) return line.substr(fingerprint.size() + 1);
    list.remove_prefix(std::min(line.size() + 1, list.size()));
  }
  return {};
}

}  // namespace wgf::checkpoints
