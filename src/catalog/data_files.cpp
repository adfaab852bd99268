// SPDX-License-Identifier: MIT
#include "catalog/data_files.h"

#include <algorithm>
#include <system_error>

#include "base/error.h"
#include "base/files.h"

namespace wgf::catalog {

std::vector<DataFile> data_files(const std::filesystem::path& directory, const std::string& folder,
                                 std::span<const EmbeddedFile> embedded) {
  std::vector<DataFile> files;
  if (directory.empty()) {
    for (const EmbeddedFile& file : embedded) {
      const std::string name(file.name);
      files.push_back({"data/" + folder + "/" + name, name, std::string(file.text)});
    }
    return files;
  }
  std::error_code ignored;
  for (std::filesystem::directory_iterator entry(directory / folder, ignored), end; entry != end;
       entry.increment(ignored)) {
    if (entry->path().extension() == ".toml") {
      files.push_back(
          {entry->path().string(), entry->path().filename().string(), read_file(entry->path())});
    }
  }
  if (files.empty()) {
    throw Error({"catalog.no_files", {{"directory", (directory / folder).string()}}});
  }
  // The order of a folder is the file system's business; that of the records must not be.
  std::sort(files.begin(), files.end(),
            [](const DataFile& a, const DataFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace wgf::catalog
