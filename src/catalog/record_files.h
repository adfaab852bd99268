// SPDX-License-Identifier: MIT
#pragma once
// The files records are read from: embedded in the program, or a folder the user names.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "catalog/embedded_document.h"

namespace wgf::catalog {

// folder: "gpus" or "models". Empty directory: the embedded files. Throws Error(catalog.no_files)
// where the directory holds none, Error(catalog.bad_toml) where one of them is none.
std::vector<TomlDocument> record_files(const std::filesystem::path& directory,
                                       const std::string& folder,
                                       std::span<const EmbeddedDocument> embedded);

}  // namespace wgf::catalog
