// SPDX-License-Identifier: MIT
#include "catalog/record_files.h"

#include <algorithm>
#include <system_error>

#include "base/error.h"
#include "base/files.h"

namespace wgf::catalog {
namespace {

// The order of a folder is the file system's business; that of the records must not be.
std::vector<std::filesystem::path> toml_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (std::filesystem::directory_iterator entry(folder, ignored), end; entry != end;
       entry.increment(ignored))
    if (entry->path().extension() == ".toml") files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<TomlDocument> record_files(const std::filesystem::path& directory,
                                       const std::string& folder,
                                       std::span<const EmbeddedDocument> embedded) {
  std::vector<TomlDocument> documents;
  if (directory.empty()) {
    for (const EmbeddedDocument& one : embedded) documents.push_back(to_document(one));
    return documents;
  }
  for (const std::filesystem::path& file : toml_files(directory / folder))
    documents.push_back(parse_toml(read_file(file), file.string()));
  if (documents.empty())
    throw Error({"catalog.no_files", {{"directory", (directory / folder).string()}}});
  return documents;
}

}  // namespace wgf::catalog
