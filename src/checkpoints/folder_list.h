// SPDX-License-Identifier: MIT
#pragma once
// Where the checkpoints of a run lie: the front program tells the engine, and a case names them by
// fingerprint, which is the same on every machine.

#include <filesystem>
#include <string>
#include <vector>

namespace wgf::checkpoints {

// Of the engine's environment.
inline constexpr const char* folders_variable = "WGF_CHECKPOINTS";

struct ListedFolder {
  std::string fingerprint;
  std::filesystem::path folder;
};
std::string folder_list(const std::vector<ListedFolder>& folders);

// The one that folders_variable lists; empty: it does not.
std::filesystem::path listed_folder(const std::string& fingerprint);

}  // namespace wgf::checkpoints
