// SPDX-License-Identifier: MIT
#pragma once
// The files records are read from: embedded in the program, or a folder the user names.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/embedded_file.h"

namespace wgf::catalog {

struct DataFile {
  std::string path;  // as shown in messages
  std::string name;  // "families.toml"
  std::string text;
};

// folder: "gpus" or "models". Empty directory: the embedded files. Throws Error(catalog.no_files)
// where the directory holds none.
std::vector<DataFile> data_files(const std::filesystem::path& directory, const std::string& folder,
                                 std::span<const EmbeddedFile> embedded);

}  // namespace wgf::catalog
